/** Courses, enrollments and their progress over the last months. */
import { addDays, atHour, dayAt } from "../dates";
import type { courses, courseTasks, enrolments, lessons, studySessions, testResults } from "../schema";
import type { CourseTopic } from "../lookups";
import { content } from "./content";
import { byId, daysAfter, hour, spread } from "./parts";
import type { SamplePerson } from "./users";

/** A course, its lessons with their duration in minutes, and its assignments. */
interface CourseText {
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

const courseTexts = () => content<CourseText[]>("courses");

type New<Table extends { $inferInsert: object }> = Table["$inferInsert"];

interface SampleCourses {
  courses: (New<typeof courses> & { id: number })[];
  lessons: (New<typeof lessons> & { id: number })[];
  enrolments: (New<typeof enrolments> & { id: number })[];
  sessions: New<typeof studySessions>[];
  results: New<typeof testResults>[];
  tasks: New<typeof courseTasks>[];
}

type Chance = ReturnType<typeof spread>;
type SampleLesson = SampleCourses["lessons"][number];

interface Extent {
  /** Number of enrollments. */
  count: number;
  /** Days since the first enrollment. */
  firstDaysAgo: number;
  /** Factor that makes courses older than their texts state. */
  older: number;
}

const sampleExtent: Extent = { count: 40, firstDaysAgo: 150, older: 1 };

/**
 * Returns the rows, with days counted back from `now` in a time zone. Only due dates of assignments are in the
 * future.
 */
export function sampleCourses(
  now: Date,
  people: SamplePerson[],
  timeZone: string,
  extent = sampleExtent,
): SampleCourses {
  const { count, firstDaysAgo, older } = extent;
  const given = courseTexts().map((text, index) =>
    courseRow({ ...text, daysAgo: Math.round(text.daysAgo * older) }, index + 1, now, people),
  );
  const taught = courseTexts().flatMap(({ lessons }, course) =>
    lessons.map(([title, minutes], index) => ({ courseId: course + 1, place: index + 1, title, minutes })),
  );
  const sample: SampleCourses = {
    courses: given,
    lessons: taught.map((lesson, index) => ({ id: index + 1, ...lesson })),
    enrolments: [],
    sessions: [],
    results: [],
    tasks: [],
  };
  const chance = spread(20);
  for (let number = 0; number < count; number++) {
    const day = weekday(
      dayAt(daysAfter(now, Math.round((number * (firstDaysAgo - 3)) / (count - 1)) - firstDaysAgo), timeZone),
    );
    const enrolledAt = moment(day, chance, timeZone);
    const who = choose(sample, people, enrolledAt, chance);
    if (who)
      enrol(
        sample,
        { id: sample.enrolments.length + 1, ...who, enrolledAt },
        { now, timeZone, chance, ending: endingOf(number, count) },
      );
  }
  return sample;
}

/** How a learner proceeds: to the end, quickly or slowly, or only for some sessions. */
interface Ending {
  /** Maximum number of weekdays between two sessions. */
  pause: number;
  times?: number;
}

const endings: Ending[] = [
  { pause: 2 },
  { pause: 4 },
  { pause: 1 },
  { pause: 3 },
  { pause: 3, times: 3 },
  { pause: 2 },
  { pause: 4 },
  { pause: 3, times: 0 },
  { pause: 1 },
];

/** Only recent learners drop out; earlier ones would have been contacted long ago. */
function endingOf(number: number, count: number): Ending {
  const { pause, times } = endings[number % endings.length] ?? { pause: 2 };
  return { pause, times: number < count - 20 ? undefined : times };
}

function courseRow(
  { title, topic, description, teacherId, daysAgo }: CourseText,
  id: number,
  now: Date,
  people: SamplePerson[],
) {
  return {
    id,
    title,
    topic,
    description,
    teacherId,
    teacherName: byId(people, teacherId).name,
    createdAt: daysAfter(now, -daysAgo),
  };
}

/** Picks a course and an active user who does not teach it and has not enrolled yet. */
function choose({ courses, enrolments }: SampleCourses, people: SamplePerson[], at: Date, chance: Chance) {
  const there = people.filter(({ status, createdAt }) => status === "Active" && createdAt < at);
  const pairs = courses
    .filter(({ createdAt }) => createdAt < at)
    .flatMap((course) =>
      there
        .filter(({ id }) => id !== course.teacherId)
        .map(({ id, name }) => ({ courseId: course.id, learnerId: id, learnerName: name })),
    )
    .filter(
      ({ courseId, learnerId }) =>
        !enrolments.some((known) => known.courseId === courseId && known.learnerId === learnerId),
    );
  return pairs[chance(pairs.length)];
}

type Begun = Omit<SampleCourses["enrolments"][number], "lessonsDone" | "lastStudiedAt" | "completedAt">;

/** Adds an enrollment with its sessions, tests and assignments. */
function enrol(
  sample: SampleCourses,
  begun: Begun,
  way: { now: Date; timeZone: string; chance: Chance; ending: Ending },
) {
  const own = sample.lessons.filter(({ courseId }) => courseId === begun.courseId);
  const times = study(begun, own, way);
  const done = times.filter(({ finished }) => finished).map(({ at }) => at);
  const completedAt = done[own.length - 1] ?? null;
  sample.enrolments.push({ ...begun, lessonsDone: done.length, lastStudiedAt: times.at(-1)?.at ?? null, completedAt });
  sample.sessions.push(...times);
  sample.results.push(...testsOf(sample, begun, done, way));
  sample.tasks.push(...tasksOf(begun, done, own.length, way));
}

/** Returns study sessions in order, until the last lesson is finished, the learner drops out, or today is reached. */
function study(
  { id, enrolledAt }: Begun,
  own: SampleLesson[],
  { now, timeZone, chance, ending }: { now: Date; timeZone: string; chance: Chance; ending: Ending },
) {
  const sessions: (New<typeof studySessions> & { at: Date })[] = [];
  let day = dayAt(enrolledAt, timeZone);
  let left = ending.times ?? Number.POSITIVE_INFINITY;
  for (const lesson of own) {
    for (let minutes = lesson.minutes; minutes > 0 && left > 0; left--) {
      day = weekday(addDays(day, 1 + chance(ending.pause)));
      const at = moment(day, chance, timeZone);
      if (at >= now) return sessions;
      const spent = Math.min(minutes, 15 + chance(26));
      minutes -= spent;
      sessions.push({ enrolmentId: id, lessonId: lesson.id, at, minutes: spent, finished: minutes === 0 });
    }
  }
  return sessions;
}

/** Returns a test after every second lesson, 15 minutes later. Scores depend on the learner and the course. */
function testsOf(
  { courses }: SampleCourses,
  { id, courseId, learnerId }: Begun,
  done: Date[],
  { now, chance }: { now: Date; chance: Chance },
) {
  const talent = 58 + (((learnerId ?? 0) * 11 + courseId * 17) % 30);
  const { topic } = byId(courses, courseId);
  const taken = done.filter((_, lesson) => lesson % 2 === 1).map((at) => new Date(at.getTime() + hour / 4));
  return taken
    .filter((at) => at < now)
    .map((at) => ({ enrolmentId: id, topic, at, score: Math.max(48, Math.min(100, talent - 10 + chance(24))) }));
}

/** Returns two assignments, due two and five weeks after enrollment; each is done with its half of the lessons. */
function tasksOf(
  { id, courseId, enrolledAt }: Begun,
  done: Date[],
  lessons: number,
  { now, timeZone }: { now: Date; timeZone: string },
) {
  const titles = courseTexts()[courseId - 1]?.tasks ?? [];
  return titles.map((title, index) => {
    const finished = done[Math.ceil(((index + 1) * lessons) / 2) - 1];
    const handedIn = finished && new Date(finished.getTime() + hour / 2);
    return {
      enrolmentId: id,
      title,
      dueDate: weekday(addDays(dayAt(enrolledAt, timeZone), 14 + 21 * index)),
      doneAt: handedIn && handedIn < now ? handedIn : null,
    };
  });
}

/** Returns the day, or the Monday after a weekend. */
function weekday(day: string): string {
  const place = new Date(day).getUTCDay(); // a day is the same day everywhere
  return place === 6 ? addDays(day, 2) : place === 0 ? addDays(day, 1) : day;
}

/** Returns a time within working hours of a day. */
function moment(day: string, chance: Chance, timeZone: string): Date {
  const begin = atHour(day, 8, timeZone);
  return new Date(begin.getTime() + chance(9 * 60) * 60_000);
}
