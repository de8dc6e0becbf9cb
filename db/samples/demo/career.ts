/** The demo company's earlier jobs, and their applications. */
import { type Applicant, applicants, type Opening, openings } from "../career-texts";
import { onePerson } from "../many-people";
import { type Draw, draws } from "../parts";

/** Title, department, location, seats, days since opening, applicants' occupations; then the description. */
const texts = `
Warehouse Assistant | Operations | Leeds | 3 | 705 | Parcel sorter, Baker, Shop assistant
You pack what people have waited for, and see to it that the right thing is in the right box.
Bookkeeper | Finance | Bristol | 1 | 668 | Accountant, Payroll clerk, Tax assistant
You know where every pound has gone, and write reminders that nobody takes amiss.
Customer Care Agent | Support | Remote | 2 | 622 | Hotel reception, Call centre agent, Library assistant
You answer people who wait for a parcel, want their money back or just want to say thanks.
Purchasing Manager | Operations | London | 1 | 571 | Buyer for furniture, Wholesale buyer, Importer
You find makers who still mend what they sell, and agree on prices that both can live with.
Web Developer | IT | Remote | 2 | 528 | Front-end developer, Junior developer, Agency developer
You look after the shop that customers see, and make it faster each quarter.
Photographer | Design | Bristol | 1 | 474 | Product photographer, Picture editor, Wedding photographer
You take pictures in which things look as they are when the parcel is opened.
Shop Assistant | Sales | London | 3 | 431 | Waiter, Book seller, Florist
You run our small shop with two others, and know when to leave somebody alone with a chair.
Logistics Planner | Operations | Leeds | 1 | 377 | Dispatcher, Shift leader, Transport clerk
You decide what leaves when and with whom, so that nothing waits on the ramp over night.
Content Editor | Design | Remote | 1 | 318 | Journalist, Copywriter, Translator
You write what stands beside the pictures: short, true, and without a superlative.
Sales Assistant | Sales | Stockholm | 2 | 262 | Key account assistant, Trainee, Trade fair host
You help offices and hotels to find what they need, and call back when you said you would.
Payroll Specialist | People | Sofia | 1 | 214 | Payroll clerk, HR assistant, Auditor
You see to it that everybody is paid on the twenty-fifth, in four countries.
Repair Technician | Operations | Leeds | 2 | 169 | Bicycle mechanic, Joiner, Watchmaker
You mend what comes back, and tell the makers how it broke.
`;

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
  const parts = texts.trim().split("\n");
  const jobs = parts.flatMap((line, index) => (index % 2 === 0 ? [jobOf(line, parts[index + 1] ?? "")] : []));
  const applied = jobs.flatMap(({ opening, headlines }, index) => applicantsFor(index + 1, opening, headlines, draw));
  return {
    openings: [...jobs.map(({ opening }) => opening), ...openings],
    applicants: [...applied, ...applicants.map((applicant) => ({ ...applicant, job: applicant.job + jobs.length }))],
  };
}

function jobOf(line: string, description: string) {
  const [title = "", department = "", location = "", seats, opened, headlines = ""] = line.split(" | ");
  const openedDaysAgo = Number(opened);
  const opening: Opening = {
    ...{ title, department, location, description, openedDaysAgo },
    employment: department === "Sales" ? "Part-time" : "Full-time",
    seats: Number(seats),
    closedDaysAgo: openedDaysAgo - 58,
  };
  return { opening, headlines: headlines.split(", ") };
}

/** Returns the applicants of a job, from its first month, latest last. As many are hired as there are seats. */
function applicantsFor(job: number, { seats, openedDaysAgo }: Opening, headlines: string[], draw: Draw): Applicant[] {
  const count = Math.round(most * (0.6 + draw.below(40) / 100));
  const hired = new Set(Array.from({ length: seats }, (_, place) => 2 + place * Math.floor(count / (seats + 1))));
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
