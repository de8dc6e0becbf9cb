/** The sample's jobs with their applications and progress. */
import type { ApplicationSource, ApplicationStage, InterviewKind } from "../lookups";
import { addDays, atHour, dayAt, dayNumber, weekdayOf } from "../dates";
import type { applications, candidates, careerJobs, interviews, stageEvents } from "../schema";
import { content } from "./content";
import { byId, day, hour } from "./parts";
import type { SamplePerson } from "./users";

export interface Opening {
  title: string;
  department: string;
  location: string;
  employment: string;
  seats: number;
  openedDaysAgo: number;
  /** Missing while it is open. */
  closedDaysAgo?: number;
  description: string;
}

export interface Applicant {
  name: string;
  headline: string;
  country: string;
  phone: string;
  /** Position of the job in the list of openings, from 1. */
  job: number;
  source: string;
  /** Time of the application: days ago, hour and minute. */
  applied: [daysAgo: number, hour: number, minutes: number];
  /** Stages: each has the first letter ("L" is Shortlisted), days ago, and a note. */
  way: string[];
}

/** Returns the texts of the sample's jobs and applications. All names are invented. */
export const careerTexts = () => ({
  openings: content<Opening[]>("openings"),
  applicants: content<Applicant[]>("applicants"),
});

const minute = 60_000;

/** Users who review applications and hire: both are HR managers. */
const managers = [3, 9];
/** Users who interview candidates, besides the hiring managers. */
const interviewers = [1, 2, 4, 10, 12, 13];

const stages: Record<string, ApplicationStage> = {
  S: "Screening",
  L: "Shortlisted",
  I: "Interview",
  O: "Offer",
  H: "Hired",
  R: "Rejected",
  W: "Withdrawn",
};
const sources: Record<string, ApplicationSource> = {
  page: "Careers page",
  referral: "Referral",
  board: "Job board",
  agency: "Agency",
  event: "Event",
};

type Talk = typeof interviews.$inferInsert;

interface Event {
  stage: ApplicationStage;
  at: Date;
  note: string;
}

/** Returns all rows of the career area, consistent with each other and dated relative to `now`. */
export function sampleCareer(now: Date, people: SamplePerson[], timeZone: string, texts = careerTexts()) {
  const clock = clockOf(now, timeZone);
  const jobs = texts.openings.map((opening, index): typeof careerJobs.$inferInsert => {
    const { openedDaysAgo, closedDaysAgo, ...row } = opening;
    const manager = byId(people, managers[index % managers.length] ?? 3);
    return {
      id: index + 1,
      ...row,
      managerId: manager.id,
      managerName: manager.name,
      openedAt: clock.ago(openedDaysAgo, 9),
      closedAt: closedDaysAgo === undefined ? null : clock.ago(closedDaysAgo, 17),
    };
  });
  const known = new Map<string, typeof candidates.$inferInsert & { id: number }>();
  const applied: (typeof applications.$inferInsert & { id: number })[] = [];
  const events: (typeof stageEvents.$inferInsert)[] = [];
  const talks: Talk[] = [];
  for (const [index, applicant] of texts.applicants.entries()) {
    const id = index + 1;
    const way = stageHistory(applicant, now, clock);
    const [first = { at: now }, last = first] = [way[0], way.at(-1)];
    const candidate = known.get(applicant.name) ?? candidateOf(applicant, known.size + 1, first.at);
    known.set(applicant.name, candidate);
    const job = jobs[applicant.job - 1];
    const by = (place: number) =>
      place === 0 ? { byName: "Portico" } : { byId: job?.managerId, byName: job?.managerName ?? "" };
    applied.push({
      id,
      jobId: applicant.job,
      candidateId: candidate.id,
      source: sources[applicant.source] ?? "Careers page",
      appliedAt: first.at,
      stage: way.at(-1)?.stage ?? "Applied",
      stageAt: last.at,
    });
    events.push(...way.map((event, place) => ({ applicationId: id, ...event, ...by(place) })));
    talks.push(...talksOf(id, way, people, clock, now));
  }
  return {
    jobs,
    candidates: [...known.values()],
    applications: applied,
    events,
    interviews: talks.toSorted((one, two) => one.startsAt.getTime() - two.startsAt.getTime()),
  };
}

/** Returns functions for times in a time zone. Weekend days move to the Friday before. */
function clockOf(now: Date, timeZone: string) {
  const today = dayAt(now, timeZone);
  const workday = (day: string) => addDays(day, -Math.max(0, weekdayOf(dayNumber(day)) - 4));
  const ago = (daysAgo: number, hour: number, minutes = 0, anyDay = false): Date => {
    const day = addDays(today, -daysAgo); // below zero it is to come
    return new Date(atHour(anyDay ? day : workday(day), hour, timeZone).getTime() + minutes * minute);
  };
  /**
   * Returns a full hour after the given part of the time between two instants, or the exact instant if the hour is
   * not between them.
   */
  const within = (from: Date, to: Date, part: number, hour: number): Date => {
    const moment = new Date(from.getTime() + (to.getTime() - from.getTime()) * part);
    const full = atHour(workday(dayAt(moment, timeZone)), hour, timeZone);
    return full > from && full < to ? full : moment;
  };
  return { ago, within };
}

type Clock = ReturnType<typeof clockOf>;

/** Returns the stage events of an application, in order and none in the future. */
function stageHistory({ applied: [daysAgo, hour, minutes], way }: Applicant, now: Date, { ago }: Clock): Event[] {
  const isFree = hour < 7 || hour > 19 || minutes % 2 === 1; // at night and on weekends people have time to write a letter
  const events: Event[] = [{ stage: "Applied", at: notAfter(now, ago(daysAgo, hour, minutes, isFree)), note: "" }];
  for (const [index, step] of way.entries()) {
    const [, letter = "S", days = "0", note = ""] = /^(\w)(\d+)\s*(.*)$/.exec(step) ?? [];
    const before = events.at(-1)?.at.getTime() ?? 0;
    const at = notAfter(now, ago(Number(days), 9 + index * 2, (minutes * 7) % 60));
    events.push({
      stage: stages[letter] ?? "Screening",
      at: at.getTime() > before ? at : new Date(before + hourOrHalf(now, before)),
      note,
    });
  }
  return events;
}

const notAfter = (now: Date, at: Date) => (at < now ? at : new Date(now.getTime() - hour));

/** Returns one hour, or half of the remaining time if that is less, in milliseconds. */
const hourOrHalf = (now: Date, before: number) => Math.min(hour, (now.getTime() - before) / 2);

function candidateOf({ name, headline, country, phone }: Applicant, id: number, createdAt: Date) {
  const plain = name
    .normalize("NFD")
    .replace(/[^A-Za-z -]/g, "")
    .toLowerCase();
  return { id, name, email: `${plain.replace(/ /g, ".")}@example.com`, phone, country, headline, createdAt };
}

const kinds: InterviewKind[] = ["Video", "On site", "Phone"];
const outcomes = ["Convincing, goes on", "Good, with open questions", "Strong on the task"];

/**
 * Returns the interviews of an application: one if it reached that stage, two before an offer, and an upcoming one
 * for a recent invitation.
 */
function talksOf(applicationId: number, way: Event[], people: SamplePerson[], clock: Clock, now: Date): Talk[] {
  const place = way.findIndex(({ stage }) => stage === "Interview");
  const [invited, next] = [way[place], way[place + 1]];
  if (place < 0 || !invited) return [];
  const person = byId(people, interviewers[applicationId % interviewers.length] ?? 1);
  const talk = {
    applicationId,
    kind: kinds[applicationId % kinds.length] ?? "Video",
    minutes: 30 + (applicationId % 3) * 15,
    interviewerId: person.id,
    interviewerName: person.name,
  };
  const end = next?.at ?? now;
  const between = (part: number) => clock.within(invited.at, end, part, 10 + (applicationId % 6));
  if (!next && now.getTime() - invited.at.getTime() < 12 * day)
    return [{ ...talk, startsAt: dayToCome(applicationId, clock, now), outcome: null }];
  if (next?.stage !== "Offer")
    return [
      { ...talk, startsAt: between(0.6), outcome: next ? "Not what the job needs" : "Good, waits for a decision" },
    ];
  const outcome = outcomes[applicationId % outcomes.length] ?? "";
  return [
    { ...talk, kind: "Phone", minutes: 30, startsAt: between(0.3), outcome: "Goes on to the team" },
    { ...talk, kind: "On site", minutes: 60, startsAt: between(0.7), outcome },
  ];
}

/** Returns an upcoming working hour within the next days. */
function dayToCome(applicationId: number, clock: Clock, now: Date): Date {
  const days = 1 + (applicationId % 6);
  const startsAt = clock.ago(-days, 9 + (applicationId % 7), (applicationId % 2) * 30);
  return startsAt > now ? startsAt : clock.ago(-days - 3, 10); // it fell on a Friday that is past
}
