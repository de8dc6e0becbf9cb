import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { db, write } from "db";
import { enrolments, users } from "db/schema";
import { listView } from "~/core/list/list-view.server";
import { pageQuery } from "~/core/list/list-read.server";
import type { Listing, ListTable } from "~/core/list/listing.server";
import { parseListQuery } from "~/core/list/list-query.server";
import { addCourses, enrol } from "~/testing/courses";
import { cast, testDatabase } from "~/testing/database";
import { get, run, signedIn } from "~/testing/requests";
import { loader as coursePage } from "./course";
import { loader as coursesPage } from "./courses";
import { courseListing } from "./courses.server";
import { coursesOf, taughtBy } from "./data.server";
import { loader as enrolmentPage } from "./enrolment";
import { loader as enrolmentsPage } from "./enrolments";
import { enrolmentListing } from "./enrolments.server";
import { eraseFromCourses } from "./erase.server";
import { loader as file } from "~/features/records/export";
import { loader as resultsPage } from "./results";
import { resultListing } from "./results.server";
import { loader as studyPage } from "./study";
import { studyListing } from "./study.server";
import { taskListing } from "./tasks.server";

testDatabase();
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T10:00:00Z") });
  await addCourses();
});
afterEach(() => void vi.useRealTimers());

const { ada, ben, tess } = cast;

/**
 * Adds enrolments: Ada has completed a course, Ben is in the middle of it, and Tess, who is in the trash, has begun
 * another.
 */
async function some() {
  await enrol({
    enrolled: "2026-10-01T09:00:00Z",
    completed: "2026-10-09T09:00:00Z",
    studied: [
      ["2026-10-02T09:00:00Z", 30],
      ["2026-10-09T09:00:00Z", 25],
    ],
    results: [["2026-10-09T09:15:00Z", "Tools", 88]],
    tasks: [["2026-10-15", "2026-10-09T10:00:00Z"]],
  });
  await enrol({
    learner: ben,
    enrolled: "2026-11-02T09:00:00Z",
    lessonsDone: 1,
    studied: [["2026-11-20T09:00:00Z", 12]],
    results: [["2026-11-20T09:15:00Z", "Tools", 51]],
    tasks: [["2026-11-16"], ["2026-12-07"]],
  });
  await enrol({ course: 2, learner: tess, enrolled: "2026-11-19T09:00:00Z", tasks: [["2026-12-03"]] });
}

const ids = async <Table extends ListTable>(listing: Listing<Table>, search: string) =>
  (await listView(listing, get(`${listing.path}?${search}`))).rows.map((row) => (row as { id: number }).id);

describe("the course lists", () => {
  beforeEach(some);

  test.each([
    ["", [3, 2, 1]],
    ["state=in-progress", [3, 2]],
    ["state=completed", [1]],
    ["risk=at-risk", [2]],
    ["course=1", [2, 1]],
    ["learner=7", [3]],
    ["enrolled=2026-11-02..2026-11-18", [2]],
    ["completed=2026-10-09..2026-10-09", [1]],
    ["completed=2026-10-10..", []],
    ["q=ben+tools", [2]],
  ])("the list of enrolments with “%s” contains %j", async (search, expected) =>
    expect(await ids(enrolmentListing, search)).toEqual(expected),
  );

  test.each([
    ["", [1, 2, 3, 4]],
    ["state=open", [2, 3, 4]],
    ["state=overdue", [2]],
    ["state=done", [1]],
    ["due=2026-11-16..2026-12-03", [2, 4]],
    ["course=2", [4]],
    ["learner=2&state=open", [2, 3]],
  ])("the list of tasks with “%s” contains %j", async (search, expected) =>
    expect((await ids(taskListing, search)).toSorted()).toEqual(expected),
  );

  it("the lists of study and results add up their minutes and points, for a course, a learner and certain days", async () => {
    const sums = async <Table extends ListTable>(listing: Listing<Table>, search: string) =>
      (await listView(listing, get(`${listing.path}?${search}`))).view.sums.map(
        ({ label, value }) => `${label} ${value}`,
      );
    expect(await sums(studyListing, "course=1")).toEqual(["Minutes 67"]);
    expect(await sums(studyListing, "learner=1")).toEqual(["Minutes 55"]);
    expect(await sums(studyListing, "studied=2026-10-03..2026-11-20&q=lesson+1")).toEqual(["Minutes 37"]);
    expect(await sums(resultListing, "topic=Tools&taken=2026-10-09..2026-10-09")).toEqual(["Points 88"]);
    expect(await sums(resultListing, "course=2")).toEqual([]);
  });

  it("count lessons, learners and those who completed a course", async () => {
    const { data } = await run<{ courses: unknown[] }>(coursesPage, await signedIn("/course/courses", ada));
    expect(data.courses).toMatchObject([
      {
        title: "First sale",
        lessons: 2,
        learners: 1,
        completed: 0,
        teacher: { name: "Somebody Else", inDirectory: false },
      },
      {
        title: "Tools of the trade",
        lessons: 2,
        learners: 2,
        completed: 1,
        teacher: { name: "Ben Active", inDirectory: true },
      },
    ]);
  });

  it("link learners while they are in the directory", async () => {
    const { data } = await run<{ enrolments: { learner: unknown }[] }>(
      enrolmentsPage,
      await signedIn("/course/enrolments", ada),
    );
    expect(data.enrolments.map(({ learner }) => learner)).toMatchObject([
      { name: "Tess Trashed", inDirectory: false },
      { name: "Ben Active", inDirectory: true },
      { name: "Ada Active", inDirectory: true },
    ]);
  });

  it("say on each row who learns what", async () => {
    const study = await run<{ sessions: unknown[] }>(studyPage, await signedIn("/course/study?course=1", ada));
    expect(study.data.sessions[0]).toMatchObject({
      lesson: "Lesson 1 of 1",
      course: "Tools of the trade",
      learner: { name: "Ben Active" },
      minutes: 12,
    });
    const results = await run<{ results: unknown[] }>(resultsPage, await signedIn("/course/results", ada));
    expect(results.data.results[1]).toMatchObject({
      course: "Tools of the trade",
      learner: { name: "Ada Active" },
      score: 88,
    });
  });

  test.each([
    [
      "courses",
      "Number,Title,Topic,Teacher,Lessons,Learners,Completed,Created",
      "2,First sale,Selling,Somebody Else,2,1,0,2026-01-05T09:00:00.000Z",
    ],
    [
      "enrolments",
      "Number,Learner,Course,Enrolled,Lessons done,Lessons,Last studied,Completed",
      "3,Tess Trashed,First sale,2026-11-19T09:00:00.000Z,0,2,,",
    ],
    [
      "study",
      "Number,Learner,Course,Lesson,Studied,Minutes,Finished lesson",
      "3,Ben Active,Tools of the trade,Lesson 1 of 1,2026-11-20T09:00:00.000Z,12,no",
    ],
    [
      "results",
      "Number,Learner,Course,Topic,Taken,Score",
      "2,Ben Active,Tools of the trade,Tools,2026-11-20T09:15:00.000Z,51",
    ],
    [
      "tasks",
      "Number,Title,Learner,Course,Due,Done",
      "1,Due 2026-10-15,Ada Active,Tools of the trade,2026-10-15,2026-10-09T10:00:00.000Z",
    ],
  ])("can be exported as files: %s", async (list, heads, first) => {
    const csv = await run<string>(file, await signedIn(`/course/${list}.csv`, ada));
    expect(csv.data.replace("\uFEFF", "").split("\r\n").slice(0, 2)).toEqual([heads, first]);
    const json = await run<unknown[]>(file, await signedIn(`/course/${list}.json?ids=1`, ada));
    expect(json.data).toMatchObject([{ id: 1 }]);
  });
});

describe("the course pages", () => {
  beforeEach(some);

  it("the page of a course shows its lessons, who finished each, and the progress of learners", async () => {
    const { data } = await run(coursePage, await signedIn("/course/courses/1", ada), { id: "1" });
    expect(data).toMatchObject({
      course: { title: "Tools of the trade" },
      counts: { lessons: 2, learners: 2, completed: 1 },
      lessons: [
        { title: "Lesson 1 of 1", finished: 2 },
        { title: "Lesson 2 of 1", finished: 1 },
      ],
      learners: [
        { id: 2, lessonsDone: 1, learner: { name: "Ben Active" } },
        { id: 1, lessonsDone: 2 },
      ],
    });
  });

  it("the page of an enrolment shows what was done, and why it is at risk", async () => {
    const { data } = await run(enrolmentPage, await signedIn("/course/enrolments/2", ada), { id: "2" });
    expect(data).toMatchObject({
      enrolment: { course: "Tools of the trade", learner: { name: "Ben Active" }, lessons: 2, lessonsDone: 1 },
      risk: "1 task overdue",
      lessons: [{ spent: 12, finishedAt: null }, { spent: 0 }],
      sessions: [{ minutes: 12, lesson: "Lesson 1 of 1" }],
      tests: [{ score: 51 }],
      tasks: [{ state: "Overdue" }, { state: "Open" }],
    });
    expect(
      (await run<{ risk: string }>(enrolmentPage, await signedIn("/course/enrolments/1", ada), { id: "1" })).data.risk,
    ).toBe("");
  });

  it.each(["0", "999", "1e3", "one"])("are not found for %s", async (id) => {
    expect((await run(coursePage, await signedIn(`/course/courses/${id}`, ada), { id })).status).toBe(404);
    expect((await run(enrolmentPage, await signedIn(`/course/enrolments/${id}`, ada), { id })).status).toBe(404);
  });
});

describe("a learner in the courses", () => {
  beforeEach(some);

  it("gets all their data in the download, and nothing of others", async () => {
    const taken = [];
    for await (const course of coursesOf(ben)) taken.push(course);
    expect(taken).toMatchObject([
      {
        course: "Tools of the trade",
        studied: [{ lesson: "Lesson 1 of 1", minutes: 12 }],
        results: [{ score: 51 }],
        tasks: [{ dueDate: "2026-11-16", doneAt: null }, { dueDate: "2026-12-07" }],
      },
    ]);
    expect(await taughtBy(ben)).toMatchObject([{ course: "Tools of the trade" }]);
    expect(await taughtBy(ada)).toEqual([]);
  });

  it("a learner in the courses who is erased leaves no name behind, and all numbers unchanged", async () => {
    await write((tx) => eraseFromCourses(tx, ben.id));
    expect(
      await db
        .select({ id: enrolments.learnerId, name: enrolments.learnerName, done: enrolments.lessonsDone })
        .from(enrolments),
    ).toEqual([
      { id: 1, name: "Ada Active", done: 2 },
      { id: null, name: "(erased)", done: 1 },
      { id: 7, name: "Tess Trashed", done: 0 },
    ]);
    const { data } = await run<{ teacher: unknown }>(coursePage, await signedIn("/course/courses/1", ada), { id: "1" });
    expect(data.teacher).toMatchObject({ name: "(erased)", inDirectory: false });
    const page = await run<{ enrolment: unknown }>(enrolmentPage, await signedIn("/course/enrolments/2", ada), {
      id: "2",
    });
    expect(page.data.enrolment).toMatchObject({ learner: { id: 0, name: "(erased)", inDirectory: false } });
  });

  it("is named in a filter, even if they are no longer in the directory", async () => {
    const chip = async (id: number) =>
      (await listView(enrolmentListing, get(`/course/enrolments?learner=${id}`))).view.filters.find(
        ({ name }) => name === "learner",
      )?.options[0]?.title;
    expect(await chip(ada.id)).toBe("Ada Active");
    await write(async (tx) => void (await tx.delete(users).where(eq(users.id, tess.id))));
    expect(await chip(tess.id)).toBe("Tess Trashed");
  });
});

describe("a page of a list is read along an index", () => {
  const plan = <Table extends ListTable>(listing: Listing<Table>, search = "") =>
    db
      .all<{ detail: string }>(
        sql`explain query plan ${pageQuery(listing, parseListQuery(listing, new URLSearchParams(search))).getSQL()}`,
      )
      .map(({ detail }) => detail)
      .join("; ");

  it.each([
    ["courses", () => plan(courseListing, "topic=Tools")],
    ["enrolments", () => plan(enrolmentListing, "state=in-progress&enrolled=2026-11-01..2026-11-21")],
    ["enrolments at risk", () => plan(enrolmentListing, "risk=at-risk")],
    ["times of study", () => plan(studyListing, "studied=2026-11-01..2026-11-21")],
    ["results", () => plan(resultListing, "topic=Tools&taken=2026-11-01..2026-11-21")],
    ["open tasks", () => plan(taskListing, "state=open")],
  ])("a page of a list is read along an index of %s", (_, steps) => {
    expect(steps()).toMatch(/USING (COVERING )?INDEX/);
    expect(steps()).not.toMatch(/TEMP B-TREE/);
  });
});
