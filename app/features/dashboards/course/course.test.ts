import { type SQL, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "db";
import { enrolmentListing } from "~/features/course/enrolments.server";
import { resultListing } from "~/features/course/results.server";
import { studyListing } from "~/features/course/study.server";
import { taskListing } from "~/features/course/tasks.server";
import { listView } from "~/core/list/list-view.server";
import type { Listing, ListTable } from "~/core/list/listing.server";
import { addCourses, enrol } from "~/testing/courses";
import { cast, testDatabase, inTimeZone } from "~/testing/database";
import { get, run, signedIn } from "~/testing/requests";
import { loader } from "./course";
import { countsQuery, courseDashboard, scoresQuery } from "./course.server";
import { coursesIn, dueQuery, learnersAtRisk, riskQuery, tasksDue } from "./course-reports.server";
import { loader as file } from "../export";
import type { Figure } from "../figures";
import { periodOf } from "../period";

testDatabase();
const now = new Date("2026-11-21T10:00:00Z");
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now });
  await addCourses();
});
afterEach(() => void vi.useRealTimers());

const during = (from: string, to: string) => periodOf(new URLSearchParams({ from, to }), "2026-11-21");
const november = during("2026-10-29", "2026-11-02");
const { ada, ben, dan } = cast;

/** The period is 29 October to 2 November, and 24 to 28 October are before it. */
async function someYears() {
  await enrol({
    enrolled: "2026-10-28T23:59:59Z",
    completed: "2026-10-29T00:00:00Z",
    studied: [
      ["2026-10-28T23:00:00Z", 30],
      ["2026-10-29T00:00:00Z", 10],
    ],
    results: [["2026-10-31T09:00:00Z", "Tools", 90]],
  });
  await enrol({
    learner: ben,
    enrolled: "2026-10-29T00:00:00Z",
    completed: "2026-11-20T09:00:00Z",
    studied: [["2026-11-02T23:59:59Z", 25]],
    results: [["2026-11-01T09:00:00Z", "Tools", 71]],
  });
  await enrol({ learner: dan, enrolled: "2026-11-02T23:59:59Z", results: [["2026-11-03T09:00:00Z", "Tools", 1]] });
  await enrol({
    course: 2,
    learner: dan,
    enrolled: "2026-10-30T09:00:00Z",
    studied: [
      ["2026-10-30T10:00:00Z", 55],
      ["2026-11-03T00:00:00Z", 500],
    ],
    results: [["2026-10-30T10:00:00Z", "Selling", 60]],
  });
  await enrol({ course: 2, enrolled: "2026-11-03T00:00:00Z", completed: "2026-11-04T00:00:00Z" });
}

const shown = ({ title, text, change }: Figure) => `${title}: ${text}, ${change.direction} ${change.text}`;

describe("the course figures", () => {
  it("count what happened in the period, and compare it with the period before", async () => {
    await someYears();
    const { figures } = await courseDashboard(november);
    expect(figures.map(shown)).toEqual([
      "Enrolled: 3, up 200%", // one before
      "In progress now: 2, up 100%", // when it began there was one, who was to complete it at that very moment
      "Completed: 1, same –", // nothing before
      "Completion rate: 33.3%, down 66.7 pt", // one of three, before that one of one
      "Hours of study: 1.5, up 200%", // 10 + 55 + 25 minutes, and 30 before
    ]);
  });

  it("show nothing if there is nothing to divide by", async () => {
    const { figures, scores } = await courseDashboard(during("2026-03-01", "2026-03-05"));
    expect(figures.map(({ text }) => text)).toEqual(["0", "0", "0", "–", "0"]);
    expect(scores).toBe("");
  });

  it("count days in the company's time zone, also when the clocks change", async () => {
    // In Oslo 25 October 2026 has 25 hours: from 22:00 UTC on the day before until 23:00 UTC.
    await enrol({
      enrolled: "2026-10-24T21:59:59Z",
      studied: [
        ["2026-10-24T22:00:00Z", 7],
        ["2026-10-25T22:59:59Z", 11],
        ["2026-10-25T23:00:00Z", 100],
      ],
    });
    await enrol({ learner: ben, enrolled: "2026-10-25T22:59:59Z" });
    const { figures, study } = await inTimeZone("Europe/Oslo", () =>
      courseDashboard(during("2026-10-25", "2026-10-25")),
    );
    expect([figures[0]?.text, figures[4]?.of]).toEqual([
      "1",
      { value: 18, href: "/course/study?studied=2026-10-25..2026-10-25", is: "Minutes" },
    ]);
    expect(study).toContain('aria-label="25 Oct 2026: 18 min, the day before 0 min"');
  });

  it("count who was in progress, also for a past period", async () => {
    await someYears();
    const { figures } = await courseDashboard(during("2026-11-03", "2026-11-10"));
    expect(figures[1] && [shown(figures[1]), figures[1].versus]).toEqual(["In progress now: 2, down 33.3%", "3 Nov"]);
  });
});

describe("the course charts", () => {
  it("show the mean score of each topic, the best first, as a bar out of 100", async () => {
    await someYears();
    const { scores } = await courseDashboard(november);
    expect(
      [...scores.matchAll(/<bdi>(.*?)<\/bdi>.*?<a[^>]*>(.*?)<\/a>/g)].map(([, topic, text]) => `${topic} ${text}`),
    ).toEqual(["Tools 80.5 · 2 results", "Selling 60 · 1 result"]);
    expect(
      [...scores.matchAll(/<rect width="([\d.]+)" height="1" class="fill-chart-1/g)].map(([, width]) => width),
    ).toEqual(["80.5", "60"]);
  });
});

describe("the course tables", () => {
  it("list each course with its enrolments in the period and test results", async () => {
    await someYears();
    expect(
      (await coursesIn(november, 8)).map(({ title, learners, completed, rate, results, mean }) => [
        title,
        learners,
        completed,
        rate,
        results,
        mean,
      ]),
    ).toEqual([
      ["Tools of the trade", 2, 1, 0.5, 2, 80.5],
      ["First sale", 1, 0, 0, 1, 60],
    ]);
    expect(await coursesIn(during("2026-03-01", "2026-03-02"), 8)).toMatchObject([
      { learners: 0, rate: null, mean: null },
      { learners: 0, rate: null, mean: null },
    ]);
  });

  it("list who has not studied for more than 14 days or has an overdue task, longest absence first", async () => {
    await enrol({ enrolled: "2026-11-01T09:00:00Z", studied: [["2026-11-07T00:00:00Z", 20]] }); // 14 days ago, the whole day
    await enrol({ learner: ben, enrolled: "2026-10-01T09:00:00Z", studied: [["2026-11-06T23:59:59Z", 20]] });
    await enrol({ learner: dan, enrolled: "2026-11-05T09:00:00Z" });
    await enrol({
      course: 2,
      learner: ada,
      enrolled: "2026-11-20T09:00:00Z",
      tasks: [["2026-11-20"], ["2026-11-20", "2026-11-20T10:00:00Z"]],
    });
    await enrol({ course: 2, learner: ben, enrolled: "2026-11-20T09:00:00Z", tasks: [["2026-11-21"]] }); // due today
    await enrol({
      course: 2,
      learner: dan,
      enrolled: "2026-01-20T09:00:00Z",
      completed: "2026-02-01T09:00:00Z",
      tasks: [["2026-02-02"]],
    });
    const risk = await learnersAtRisk(november, 10);
    expect(risk.map(({ learner, why }) => `${learner.name}: ${why}`)).toEqual([
      "Dan Directory: Not begun for 16 days",
      "Ben Active: Not studied for 15 days",
      "Ada Active: 1 task overdue",
    ]);
    const { rows } = await listView(enrolmentListing, get("/course/enrolments?risk=at-risk"));
    expect(rows.map(({ id }) => id).toSorted()).toEqual(risk.map(({ id }) => id).toSorted());
  });

  it("list open tasks of the next two weeks, overdue ones first, as the list does", async () => {
    await enrol({
      enrolled: "2026-11-01T09:00:00Z",
      tasks: [["2026-12-05"], ["2026-12-06"], ["2026-11-20"], ["2026-11-19", "2026-11-18T09:00:00Z"], ["2026-11-21"]],
    });
    expect((await tasksDue(november, 9)).map(({ dueDate, state }) => `${dueDate} ${state}`)).toEqual([
      "2026-11-20 Overdue",
      "2026-11-21 Open",
      "2026-12-05 Open",
    ]);
    const { view } = await listView(taskListing, get("/course/tasks?state=open&due=..2026-12-05"));
    expect(view.total).toBe(3);
  });

  it.each([
    ["by-course", "2026-10-29-to-2026-11-02"],
    ["at-risk", "2026-11-21"],
    ["due", "2026-11-21"],
  ])("can be exported as a file: %s", async (name, days) => {
    await someYears();
    const answer = await run<string>(file, await signedIn(`/course/${name}.csv?from=2026-10-29&to=2026-11-02`, ada));
    expect(answer.headers.get("Content-Disposition")).toContain(`course-${name}-${days}.csv`);
    expect(answer.data.split("\r\n").slice(0, 2).join("|")).toMatch(
      {
        "by-course": /Mean score\|1,Tools of the trade,Tools,2,1,0.5,2,80.5$/,
        "at-risk": /Why\|3,Dan Directory,Tools of the trade,0,2,,Not begun for 19 days$/,
        due: /State\|$/,
      }[name] ?? /never/,
    );
  });
});

const lists: Record<string, Listing<ListTable>> = Object.fromEntries(
  [enrolmentListing, studyListing, resultListing, taskListing].map((listing) => [
    listing.path,
    listing as unknown as Listing<ListTable>,
  ]),
);

/** Returns the figure that a link names, from the list that it leads to. */
async function counted(href: string, is: string): Promise<number> {
  const listing = lists[href.split("?")[0] ?? ""];
  if (!listing) throw new Error(`No list at ${href}`);
  const { view } = await listView(listing, get(href));
  return is === "rows" ? view.total : (view.sums.find(({ label }) => label === is)?.value ?? 0);
}

interface Page {
  figures: Figure[];
  study: string;
  scores: string;
}

describe("each number on the course dashboard", () => {
  it.each(["period=7d", "period=30d", "period=12m", "from=2026-10-29&to=2026-11-02"])(
    "leads to exactly the rows that it counts, in %s",
    async (search) => {
      await someYears();
      const { data } = await run<Page>(loader, await signedIn(`/course?${search}`, ada));
      const figures = data.figures.flatMap(({ of }) => ("href" in of ? [of] : [of.part, of.whole]));
      const links = [...(data.study + data.scores).matchAll(/<a href="(.*?)" data-value="(.*?)" data-is="(.*?)"/g)].map(
        ([, href = "", value, is = ""]) => ({ href: href.replaceAll("&amp;", "&"), value: Number(value), is }),
      );
      expect(links.length).toBeGreaterThan(8);
      for (const { href, value, is } of [...figures, ...links]) expect(await counted(href, is), href).toBe(value);
    },
  );
});

describe("the queries of the course dashboard", () => {
  const steps = (query: SQL) =>
    db.all<{ detail: string }>(sql`explain query plan ${query}`).map(({ detail }) => detail);

  it("use only indexes for their period, whatever other data exists", () => {
    const looked = steps(
      countsQuery([
        [1, 2],
        [2, 3],
      ]),
    ).filter((step) => /enrolments|study_sessions/.test(step));
    expect(looked).toHaveLength(4);
    for (const step of looked)
      expect(step).toMatch(/^SEARCH \w+ USING COVERING INDEX \w+ \((enrolled_at|completed_at|at)>\? AND \1<\?\)$/);
  });

  it.each([
    [
      "tests of a period",
      () => scoresQuery(1, 2).getSQL(),
      /SEARCH test_results USING COVERING INDEX test_results_at \(at>\? AND at<\?\)/,
    ],
    [
      "tasks due",
      () => dueQuery(5).getSQL(),
      /SEARCH course_tasks USING INDEX course_tasks_due \(done_at=\? AND due_date<\?\)$/,
    ],
    [
      "learners at risk",
      () => riskQuery(5).getSQL(),
      /^SEARCH enrolments USING INDEX enrolments_\w+ \(completed_at=\?\)/,
    ],
  ])("find the %s by an index", (_, query, plan) => {
    expect(steps(query()).join("; ")).toMatch(plan);
  });
});
