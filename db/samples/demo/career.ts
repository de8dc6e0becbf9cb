/** The demo company's earlier jobs, and their applications. */
import { type Applicant, careerTexts, type Opening } from "../career";
import { content } from "../content";
import { onePerson } from "../many-people";
import { type Draw, draws } from "../parts";

/** An earlier job, and the occupations of those who applied. */
type EarlierOpening = Pick<Opening, "title" | "department" | "location" | "seats" | "openedDaysAgo" | "description"> & {
  headlines: string[];
};

/** Approximate maximum number of applications per job. */
const most = 24;
const sources: [string, number][] = [
  ["page", 38],
  ["board", 30],
  ["referral", 16],
  ["agency", 9],
  ["event", 7],
];
const reasons = [
  "Looks for something nearer to home",
  "Little experience with such work",
  "Expects more than the job pays",
  "Strong, but another was stronger",
  "Could begin only next year",
  "No answer after the first call",
];

/** Returns the jobs and applicants from which `sampleCareer` makes rows, oldest jobs first. */
export function demoCareer() {
  const draw = draws(71);
  const known = careerTexts();
  const jobs = content<EarlierOpening[]>("demo-openings").map(jobOf);
  const applied = jobs.flatMap(({ opening, headlines }, index) => applicantsFor(index + 1, opening, headlines, draw));
  return {
    openings: [...jobs.map(({ opening }) => opening), ...known.openings],
    applicants: [
      ...applied,
      ...known.applicants.map((applicant) => ({ ...applicant, job: applicant.job + jobs.length })),
    ],
  };
}

function jobOf({ headlines, ...job }: EarlierOpening) {
  const opening: Opening = {
    ...job,
    employment: job.department === "Sales" ? "Part-time" : "Full-time",
    closedDaysAgo: job.openedDaysAgo - 58,
  };
  return { opening, headlines };
}

/** Returns the applicants of a job, from its first month, latest last. As many are hired as there are seats. */
function applicantsFor(job: number, { seats, openedDaysAgo }: Opening, headlines: string[], draw: Draw): Applicant[] {
  const count = Math.round(most * (0.6 + draw.below(40) / 100));
  const hired = new Set(Array.from({ length: seats }, (_, index) => 2 + index * Math.floor(count / (seats + 1))));
  return Array.from({ length: count }, (_, place) => {
    const { name, country, phone } = onePerson(place, new Date(0), draw);
    const daysAgo = openedDaysAgo - 4 - Math.floor((28 * place) / count);
    const way = hired.has(place) ? ["S", "L", "I", "O", "H"] : waysOut(draw);
    return {
      ...{ name, country, phone, job },
      headline: draw.one(headlines),
      source: draw.often(sources),
      applied: [daysAgo, 7 + Math.min(draw.below(15), draw.below(15)), draw.below(60)],
      way: dated(way, daysAgo, draw),
    };
  });
}

/**
 * Returns the stages of a rejected or withdrawn application: half are rejected after screening, few reach an
 * interview.
 */
const waysOut = (draw: Draw): string[] =>
  draw.often([
    [["S", "R"], 48],
    [["S", "L", "R"], 22],
    [["S", "L", "I", "R"], 16],
    [["S", "W"], 8],
    [["S", "L", "I", "O", "W"], 6],
  ]);

/** Adds dates to the stages, a few days apart. */
function dated(way: string[], appliedDaysAgo: number, draw: Draw): string[] {
  let daysAgo = appliedDaysAgo;
  return way.map((stage) => {
    daysAgo -= 2 + draw.below(4);
    const reason = stage === "R" || stage === "W" ? draw.one(reasons) : "";
    return `${stage}${daysAgo} ${reason}`.trim();
  });
}
