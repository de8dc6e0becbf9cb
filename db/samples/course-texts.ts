/** Texts of the sample's courses: lessons with their duration in minutes, and assignments. */
import type { CourseTopic } from "../lookups";

export interface CourseText {
  title: string;
  topic: CourseTopic;
  description: string;
  teacherId: number;
  /** Days since the course was first given. */
  daysAgo: number;
  lessons: [title: string, minutes: number][];
  /** The first is due halfway, the second at the end. */
  tasks: [string, string];
}

export const courseTexts: CourseText[] = [
  {
    title: "Your first month",
    topic: "Onboarding",
    description: "Who does what, where things are, and what is expected of you by the end of the fourth week.",
    teacherId: 3,
    daysAgo: 190,
    lessons: [
      ["Who we are", 20],
      ["People and teams", 25],
      ["How a day runs", 30],
      ["Where things are kept", 30],
      ["Asking for help", 20],
      ["Looking back on the month", 35],
    ],
    tasks: ["Introduce yourself to three teams", "Write down what surprised you"],
  },
  {
    title: "Keeping accounts safe",
    topic: "Security",
    description: "Passwords, second factors and letters that are not what they seem. Everybody takes it once a year.",
    teacherId: 2,
    daysAgo: 185,
    lessons: [
      ["Passwords that last", 25],
      ["A second factor", 30],
      ["Letters that pretend", 40],
      ["Lost and stolen devices", 25],
      ["When something has happened", 30],
    ],
    tasks: ["Turn on two-factor sign-in", "Report a letter that pretends"],
  },
  {
    title: "Answers that help",
    topic: "Customer care",
    description: "Reading a question twice, answering it once, and knowing when to ring instead.",
    teacherId: 9,
    daysAgo: 132,
    lessons: [
      ["Reading a question", 25],
      ["The first answer", 35],
      ["Saying no kindly", 40],
      ["Returns and refunds", 30],
      ["When to ring", 20],
      ["Closing a ticket", 25],
      ["Learning from tickets", 35],
    ],
    tasks: ["Answer five tickets with a colleague", "Improve an FAQ"],
  },
  {
    title: "From first call to order",
    topic: "Selling",
    description: "What customers want to know before they buy, and how an offer becomes an order.",
    teacherId: 1,
    daysAgo: 178,
    lessons: [
      ["What customers ask first", 30],
      ["Listening", 25],
      ["An offer on one page", 45],
      ["Prices and discounts", 40],
      ["Following up", 25],
      ["Handing over to delivery", 30],
    ],
    tasks: ["Write an offer on one page", "Follow up three offers"],
  },
  {
    title: "Leading a small team",
    topic: "Leadership",
    description: "Conversations, decisions and delegation for people who lead up to eight others.",
    teacherId: 3,
    daysAgo: 170,
    lessons: [
      ["What changes when you lead", 30],
      ["Talking one to one", 45],
      ["Deciding together", 35],
      ["Handing things over", 35],
      ["Hard conversations", 50],
      ["Feedback both ways", 40],
      ["Planning a quarter", 45],
      ["Looking after yourself", 25],
    ],
    tasks: ["Hold a conversation with each of your people", "Plan a quarter on one page"],
  },
  {
    title: "Portico from day to day",
    topic: "Tools",
    description: "Lists, filters, exports and undo: the back office for people who use it every day.",
    teacherId: 4,
    daysAgo: 165,
    lessons: [
      ["Finding things", 15],
      ["Lists and filters", 25],
      ["Orders from new to delivered", 35],
      ["Invoices", 30],
      ["Undo and history", 20],
    ],
    tasks: ["Export a list and open it", "Take a change back"],
  },
];
