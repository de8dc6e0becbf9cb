/** The sample's FAQs with votes, and two searches without results. */
import { dayAt } from "../dates";
import type { FaqStatus, SupportTopic } from "../lookups";
import type { faqMisses, faqReads, faqs, faqVotes } from "../schema";
import { day, hour } from "./parts";

interface SampleFaq {
  question: string;
  answer: string;
  status?: FaqStatus;
  /** Reads per day for the last days, today last. */
  reads?: number[];
  /** Ids of sample users who found it helpful (`yes`), or not (`no`). */
  yes?: number[];
  no?: number[];
}

/** FAQs by topic, in display order. */
const samples: Record<SupportTopic, SampleFaq[]> = {
  "Getting started": [
    {
      question: "How do I add a colleague?",
      answer:
        "Open **Manage Team**, choose *Invite*, enter their e-mail and say what they may do. The mail has a link that is good for seven days, and works once.\n\nBeing in the directory, under *Users*, lets nobody in.",
      status: "Team only",
      reads: [1, 0, 2, 1, 0, 1, 1],
      yes: [4, 7, 9],
    },
    {
      question: "Why is a user still Pending?",
      answer:
        "Somebody who registers by themselves waits for approval. Open *Manage Team*, then **Waiting**, and choose what they may do. The home page says how many people wait.\n\nSomebody who was added by hand, by an import or by a program may be Pending too. They have no login and wait for nobody.",
      status: "Team only",
      reads: [2, 1, 3, 2, 2, 4, 3],
      yes: [2, 4, 10, 12],
      no: [7],
    },
    {
      question: "What can I do here?",
      answer:
        "Clients find their own orders, invoices and tickets, and ask us under *Support*. Colleagues find what they work on: what that is, an owner says under *Manage Team*. Your profile and your settings are yours alone.",
      reads: [1, 0, 1, 1, 2, 0, 1],
      yes: [7, 12],
    },
    {
      question: "How do I take a change back?",
      answer:
        "Press **Undo** in the message that appears after each change. Later, open the record's *History* or *Activity* and press Undo there. It works until the same thing is changed again.",
      status: "Team only",
      reads: [0, 1, 1, 0, 2, 1, 1],
      yes: [4, 9],
    },
    {
      question: "Where do deleted records go?",
      answer:
        "Into the trash. Each list has one, by the button with the bin; records stay there for 30 days and can be restored with one press. After that they are gone for good.",
      status: "Team only",
    },
  ],
  "Orders and returns": [
    {
      question: "Can I change an order after it has shipped?",
      answer:
        "Not any more: its items and prices stay as they were ordered. Create a ticket with the number of the order, and we look for a way together.",
      reads: [1, 2, 2, 3, 1, 2, 3],
      yes: [2, 7, 12],
      no: [4, 10],
    },
    {
      question: "How do I send something back?",
      answer:
        "Create a ticket with the number of the order and the reason. We answer with what to write on the parcel. Once it is here, the order says *Return*.",
      yes: [9],
    },
    {
      question: "How do I print a packing slip?",
      answer:
        "Open the order, press the button with the printer, and print the page that opens. It lists what goes into the parcel and where it goes, and no prices.",
      status: "Team only",
    },
    {
      question: "Does the customer hear of a new status?",
      answer:
        "Only when you tick the box beside it. The mail goes out once the change is saved, and an undo cannot call it back. Your note is for colleagues and is not in it.",
      status: "Team only",
    },
  ],
  "Invoices and tax": [
    {
      question: "How do I mark an invoice as complete?",
      answer:
        "Open the invoice and choose **Mark as complete**. It leaves the pending list and keeps the moment in which that was. *Mark as pending* opens it again.",
      status: "Team only",
      reads: [3, 4, 2, 5, 3, 4, 6],
      yes: [2, 4, 7, 9, 10, 12],
      no: [13],
    },
    {
      question: "Where do I find last year’s invoices?",
      answer: "In *Invoices*, search for the number, or sort by the day of issue. Open one to print it on one page.",
      reads: [0, 1, 1, 2, 1, 1, 2],
      yes: [2, 10],
    },
    {
      question: "Why do the numbers of invoices have no gaps?",
      answer:
        "Most tax offices ask for that. A number is given at the moment in which an invoice is saved, and none is given twice. So an invoice in the trash keeps its own.",
    },
    {
      question: "How is the total worked out?",
      answer:
        "Each line is quantity × price, less its discount, rounded to the cent. The total is:\n\n- the sum of the lines\n- plus tax\n- plus shipping",
    },
    {
      question: "When is an invoice overdue?",
      answer: "When it is pending and its due day is over, in the time zone of the site. The invoice says how to pay.",
    },
  ],
  "Plan and billing": [
    {
      question: "What happens when we pass the limits of our plan?",
      answer:
        "Nothing stops. *Settings > Plan & Billing* shows what you use beside what the plan has, so that you can choose a larger one.",
      status: "Team only",
    },
    {
      question: "What does it cost to change the plan?",
      answer:
        "The page says so before you agree: a larger plan begins at once and costs the part of the period that is left, less what you have paid. A smaller one begins with the next period.",
      status: "Team only",
    },
    {
      question: "Where are our receipts?",
      answer: "Under *Settings > Plan & Billing*, in the billing history. Each can be printed on one page.",
      status: "Team only",
    },
    {
      question: "Do you keep our card numbers?",
      answer:
        "No. Of a card there are its brand, the last four digits, when it expires and the name on it. The number and the code are checked and forgotten.",
      yes: [7],
    },
  ],
  "Sign-in and security": [
    {
      question: "I forgot my password. What now?",
      answer:
        "Choose *Forgot it?* on the login page and enter your address. The link in the mail works once, within an hour. All other browsers are logged out by the new password.",
      reads: [1, 0, 1, 2, 0, 1, 1],
      yes: [4, 12],
    },
    {
      question: "How do I turn on two-factor authentication?",
      answer:
        "Open *Settings > Two Factor Authentication* and:\n\n1. Put your ten recovery codes in a safe place.\n2. Scan the picture with an authenticator app.\n3. Enter the code that the app shows.\n\nFrom then on a login asks for a code.",
      reads: [1, 1, 0, 1, 2, 1, 1],
      yes: [2, 9, 10],
    },
    {
      question: "I lost the phone with my authenticator app",
      answer:
        "Log in with one of your recovery codes in place of the code; each works once. Then set two-factor up anew. Without a recovery code, ask an owner or admin to reset your second step.",
    },
    {
      question: "How do I log out a browser that I no longer have?",
      answer: "*Settings > Security* lists every browser in which you are logged in. End one, or all others at once.",
    },
  ],
  "Data and export": [
    {
      question: "How do I export a list?",
      answer:
        "Search and filter until the list shows what you want, then choose **Export**. You get exactly these rows, all pages of them, as CSV or JSON. To export a few rows, tick them first.",
      status: "Team only",
      reads: [1, 2, 1, 1, 1, 2, 2],
      yes: [2, 4, 12],
      no: [9],
    },
    {
      question: "Can our programs read the data?",
      answer:
        "Yes. Make a token under *Settings > Security*, then look at [the page of the API](/api): it says what can be asked and answered, with commands to try.",
    },
    {
      question: "How do I get a copy of my own data?",
      answer: "*Settings > Account Deactivation* offers it as a ZIP. You need not deactivate anything for it.",
    },
    {
      question: "How are backups made?",
      answer:
        "Whoever runs the server does it with one command, while people work on. `docs/backup.md` says how, and how to go back to one.",
      status: "Draft",
    },
  ],
};

type New<Table extends { $inferInsert: object }> = Table["$inferInsert"];

interface SampleFaqs {
  faqs: (New<typeof faqs> & { id: number; question: string; createdAt: Date })[];
  reads: New<typeof faqReads>[];
  votes: New<typeof faqVotes>[];
  misses: New<typeof faqMisses>[];
}

/** Returns the rows, dated in the months before `now`. Reads are per day of the time zone. */
export function sampleFaqs(now: Date, timeZone: string): SampleFaqs {
  const all = Object.entries(samples).flatMap(([topic, faqs]) =>
    faqs.map((faq, index) => ({ ...faq, topic: topic as SupportTopic, position: index + 1 })),
  );
  const dayBefore = (days: number) => dayAt(new Date(now.getTime() - days * day), timeZone);
  return {
    faqs: all.map(({ question, answer, topic, position, status = "Published" }, index) => ({
      id: index + 1,
      question,
      answer,
      topic,
      position,
      status,
      createdAt: new Date(now.getTime() - (80 - 2 * index) * day),
    })),
    reads: all
      .flatMap(({ reads = [] }, index) =>
        reads.map((count, place) => ({ faqId: index + 1, day: dayBefore(reads.length - 1 - place), count })),
      )
      .filter(({ count }) => count > 0),
    votes: all.flatMap(({ yes = [], no = [] }, index) =>
      [...yes.map((userId) => [userId, true] as const), ...no.map((userId) => [userId, false] as const)].map(
        ([userId, helpful]) => ({
          faqId: index + 1,
          userId,
          helpful,
          createdAt: new Date(now.getTime() - userId * day),
        }),
      ),
    ),
    misses: [
      { query: "gift cards", count: 4, lastAt: new Date(now.getTime() - 5 * hour) },
      { query: "two warehouses", count: 1, lastAt: new Date(now.getTime() - 3 * day) },
    ],
  };
}
