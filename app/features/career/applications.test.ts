import { sql } from "drizzle-orm";
import { describe, expect, it, test } from "vitest";
import { db } from "db";
import { listView } from "~/core/list/list-view.server";
import { pageQuery } from "~/core/list/list-read.server";
import type { Listing, ListTable } from "~/core/list/listing.server";
import { parseListQuery } from "~/core/list/list-query.server";
import { addApplication, addJob } from "~/testing/career";
import { cast, testDatabase, inTimeZone } from "~/testing/database";
import { get, run, signedIn } from "~/testing/requests";
import { loader as applicationPage } from "./application";
import { applicationListing, daysInStage } from "./applications.server";
import { candidateListing } from "./candidates.server";
import { hours, weekdays } from "./clock.server";
import { loader as exported } from "~/features/records/export";
import { interviewListing } from "./interviews.server";
import { loader as jobPage } from "./job";
import { jobListing } from "./jobs.server";
import { loader as candidatePage } from "./candidate";

testDatabase();

/** Returns the ids of the applications that a search finds, newest first. */
const found = async (search: string) =>
  (await listView(applicationListing, get(`/career/applications?${search}`))).rows.map(({ id }) => id);
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

describe("the list of applications", () => {
  it("finds who reached a stage on certain days, whatever happened since", async () => {
    const job = await addJob();
    const one = await addApplication({
      job,
      applied: "2026-03-01T10:00:00Z",
      then: [
        ["Shortlisted", "2026-03-31T23:59:59Z"],
        ["Rejected", "2026-04-05T10:00:00Z"],
      ],
    });
    const two = await addApplication({
      job,
      applied: "2026-03-02T10:00:00Z",
      then: [
        ["Shortlisted", "2026-04-01T00:00:00Z"],
        ["Hired", "2026-04-02T10:00:00Z"],
      ],
    });
    expect(await found("shortlisted=2026-03-01..2026-03-31")).toEqual([one]);
    expect(await found("shortlisted=2026-04-01..")).toEqual([two]);
    expect(await found("hired=..2026-04-02")).toEqual([two]);
    expect(await found("reached=Shortlisted")).toEqual([two, one]);
    expect(await found("reached=Interview")).toEqual([]);
    expect(await found("applied=2026-03-02..2026-03-02")).toEqual([two]);
  });

  it("finds an hour of a weekday in the time zone, before and after the clocks change", async () => {
    const job = await addJob();
    const before = await addApplication({ job, applied: "2026-10-24T22:30:00Z" }); // Sunday, 00:30 in Oslo
    const after = await addApplication({ job, applied: "2026-10-31T23:30:00Z" }); // a week later, an hour later in UTC
    await inTimeZone("Europe/Oslo", async () => {
      expect(await found("weekday=Sunday&hour=00:00")).toEqual([after, before]);
      expect(await found("weekday=saturday")).toEqual([]);
      expect(await found("weekday=Someday")).toEqual([]);
      expect(await found("hour=24:00")).toEqual([]);
    });
    expect(await found("weekday=Saturday&hour=22:00")).toEqual([before]);
  });

  it("finds stalled applications: more than fourteen days in a stage that is not final", async () => {
    const job = await addJob();
    const stuck = await addApplication({ job, applied: ago(40), then: [["Screening", ago(15.01)]] });
    await addApplication({ job, applied: ago(39), then: [["Screening", ago(13.9)]] });
    await addApplication({ job, applied: ago(38), then: [["Rejected", ago(20)]] });
    expect(await found("stuck=yes")).toEqual([stuck]);
    expect(daysInStage({ stageAt: new Date("2026-03-01T23:59:00Z") }, new Date("2026-03-16T00:01:00Z"))).toBe(15);
  });

  it("shows for hired people how many days passed since they applied, and nothing for others", async () => {
    const job = await addJob();
    await addApplication({ job, applied: "2026-03-01T23:00:00Z", then: [["Hired", "2026-03-11T01:00:00Z"]] });
    await addApplication({ job, applied: "2026-03-01T10:00:00Z", then: [["Hired", "2026-04-02T10:00:00Z"]] });
    await addApplication({ job, applied: "2026-03-01T10:00:00Z" });
    const sums = async (search: string) =>
      (await listView(applicationListing, get(`/career/applications?${search}`))).view.sums;
    expect(await sums("hired=2026-03-01..2026-04-30")).toEqual([
      { label: "Days to hire", as: "number", value: 10 + 32 },
    ]);
    expect(await sums("hired=2026-04-01..")).toEqual([{ label: "Days to hire", as: "number", value: 32 }]);
    expect(await sums("")).toEqual([]);
  });

  it("can be searched by candidate and job, and exported with their names", async () => {
    const [painter, baker] = [await addJob(), await addJob({ title: "Baker" })];
    await addApplication({ job: painter, name: "Zoë Ünal", applied: "2026-03-01T10:00:00Z" });
    const other = await addApplication({ job: baker, applied: "2026-03-02T10:00:00Z" });
    expect(await found("q=baker")).toEqual([other]);
    expect(await found("q=zoe+painter")).toHaveLength(1);
    expect(await found(`job=${baker}`)).toEqual([other]);
    const { data } = await run<string>(exported, await signedIn("/career/applications.csv?q=zoe", cast.ada));
    expect(data.trim().split("\r\n")[1]).toMatch(/^1,Zoë Ünal,Painter,Job board,2026-03-01T10:00:00\.000Z,Applied,/);
    for (const list of ["jobs", "candidates", "interviews"])
      expect((await run(exported, await signedIn(`/career/${list}.csv`, cast.ada))).status).toBe(200);
    const json = await run<object[]>(exported, await signedIn("/career/jobs.json", cast.ada));
    expect(json.data).toMatchObject([
      { title: "Baker", applications: 1 },
      { title: "Painter", applications: 1 },
    ]);
  });
});

describe("the pages of one job, application or candidate", () => {
  it("show existing records, and a message for missing ones", async () => {
    const job = await addJob();
    const id = await addApplication({
      job,
      applied: "2026-03-01T10:00:00Z",
      then: [["Screening", "2026-03-02T10:00:00Z"]],
    });
    const ask = async (loader: typeof jobPage, id: number | string) =>
      run<object>(loader, await signedIn("/career", cast.ada), { id: String(id) });
    expect((await ask(jobPage, job)).data).toMatchObject({
      job: { title: "Painter" },
      stages: [{ stage: "Screening", applied: 1 }],
      applied: [{ id }],
    });
    expect((await ask(applicationPage as never, id)).data).toMatchObject({
      application: { jobTitle: "Painter" },
      events: [{ stage: "Screening" }, { stage: "Applied" }],
      talks: [],
    });
    expect((await ask(candidatePage as never, 1)).data).toMatchObject({
      candidate: { name: "Cleo Candidate" },
      applied: [{ id }],
    });
    for (const loader of [jobPage, applicationPage, candidatePage])
      expect((await ask(loader as never, "9x")).status).toBe(404);
  });
});

const listings = [
  jobListing,
  applicationListing,
  candidateListing,
  interviewListing,
] as unknown as Listing<ListTable>[];
const examples = { date: "2026-11-21", days: "2026-11-01..2026-11-21", text: "Norway", link: "Norway", record: "7" };

describe.each(listings.map((listing) => ({ path: listing.path, listing })))("the list at $path", ({ listing }) => {
  const ways = Object.keys(listing.sorts).flatMap((sort) => [sort, `-${sort}`]);

  test.each(ways)("sorted by %s is read along an index, whatever it is narrowed to", (sort) => {
    const each = Object.entries(listing.filters).flatMap(([name, rule]) =>
      "options" in rule ? rule.options.map(({ value }) => ({ [name]: value })) : [{ [name]: examples[rule.type] }],
    );
    for (const narrowed of [{}, ...each]) {
      const query = pageQuery(listing, parseListQuery(listing, new URLSearchParams({ ...narrowed, sort }))).getSQL();
      const plan = db
        .all<{ detail: string }>(sql`explain query plan ${query}`)
        .map(({ detail }) => detail)
        .join("; ");
      expect(plan, JSON.stringify(narrowed)).toMatch(/^(?:SCAN|SEARCH) \w+ USING (COVERING )?INDEX/);
      if (!("candidate" in narrowed)) expect(plan, JSON.stringify(narrowed)).not.toMatch(/TEMP B-TREE/); // one candidate has few applications
    }
  });
});

it("each weekday and each hour has a label", () => {
  expect([weekdays.length, hours.length, hours[9]]).toEqual([7, 24, "09:00"]);
});
