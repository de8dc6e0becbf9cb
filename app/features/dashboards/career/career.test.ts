import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { appliedBetween, applicationListing } from "~/features/career/applications.server";
import { interviewListing } from "~/features/career/interviews.server";
import { jobListing } from "~/features/career/jobs.server";
import { db } from "db";
import { seedSamples } from "db/samples";
import { listView } from "~/core/list/list-view.server";
import { sparkline } from "~/ui/chart/sparkline.server";
import { addApplication, addInterview, addJob } from "~/testing/career";
import { cast, testDatabase, inTimeZone } from "~/testing/database";
import { get, run, signedIn } from "~/testing/requests";
import { loader } from "./career";
import { careerDashboard } from "./career.server";
import { loader as exported } from "../export";
import type { Figure } from "../figures";
import { periodOf } from "../period";

testDatabase();

/** November until the 20th, against the twenty days before: 12 October to 31 October, where clocks in Oslo change. */
const november = periodOf(new URLSearchParams("from=2026-11-01&to=2026-11-20"), "2026-11-22");

const lists = [jobListing, applicationListing, interviewListing];

/** Returns the row count and the sums of the list at a link. */
async function listed(href: string): Promise<Record<string, number>> {
  const path = href.split("?")[0];
  const listing = lists.find((listing) => listing.path === path);
  if (!listing) throw new Error(`No list at ${href}`);
  const { view } = await listView(listing as typeof applicationListing, get(href));
  return { rows: view.total, ...Object.fromEntries(view.sums.map(({ label, value }) => [label, value])) };
}

interface Link {
  href: string;
  value: number;
  is: string;
}

const linksIn = (html: string): Link[] =>
  [...html.matchAll(/href="([^"]+)" data-value="([^"]+)" data-is="([^"]+)"/g)].map(([, href = "", value, is = ""]) => ({
    href: href.replaceAll("&amp;", "&"),
    value: Number(value),
    is,
  }));

const linksOf = ({ of }: Figure): Link[] => ("href" in of ? [of] : [of.part, of.whole]);

/**
 * Two jobs; in October two applications, of which one is hired in November; in November four. The first and the last
 * come in late in the evening.
 */
async function fixture() {
  const painter = await addJob();
  await addJob({
    title: "Baker",
    openedAt: new Date("2026-10-01T09:00:00Z"),
    closedAt: new Date("2026-11-10T09:00:00Z"),
  });
  await addApplication({
    job: painter,
    source: "Agency",
    applied: "2026-10-20T10:00:00Z",
    then: [
      ["Shortlisted", "2026-10-25T10:00:00Z"],
      ["Hired", "2026-11-05T10:00:00Z"],
    ],
  });
  await addApplication({ job: painter, source: "Agency", applied: "2026-10-31T23:30:00Z" });
  await addApplication({
    job: painter,
    source: "Referral",
    applied: "2026-11-01T23:30:00Z",
    then: [
      ["Screening", "2026-11-03T10:00:00Z"],
      ["Shortlisted", "2026-11-04T10:00:00Z"],
      ["Interview", "2026-11-05T10:00:00Z"],
      ["Offer", "2026-11-08T10:00:00Z"],
      ["Hired", "2026-11-11T10:00:00Z"],
    ],
  });
  await addApplication({
    job: painter,
    applied: "2026-11-02T09:10:00Z",
    then: [
      ["Screening", "2026-11-03T10:00:00Z"],
      ["Shortlisted", "2026-11-21T10:00:00Z"],
    ],
  });
  await addApplication({
    job: painter,
    applied: "2026-11-09T09:50:00Z",
    then: [
      ["Screening", "2026-11-10T10:00:00Z"],
      ["Rejected", "2026-11-12T10:00:00Z"],
    ],
  });
  await addApplication({ job: painter, source: "Event", applied: "2026-11-20T23:30:00Z" });
}

const figuresOf = async (period = november) =>
  Object.fromEntries((await careerDashboard(period)).figures.map((figure) => [figure.title, figure]));

describe("the career dashboard", () => {
  it("equals a count by hand, compared with the days before", async () => {
    await fixture();
    const figures = await figuresOf();
    const said = Object.values(figures).map(({ title, text, change }) => [
      title,
      text,
      change.text,
      change.direction,
      change.good,
    ]);
    expect(said).toEqual([
      ["Open jobs", "1", "50%", "down", undefined], // two were open on 1 November
      ["Applications", "4", "100%", "up", true],
      ["Shortlisted", "1", "0%", "same", undefined],
      ["Hired", "2", "–", "same", undefined],
      ["Time to hire", "13 days", "–", "same", undefined], // 16 days and 10 days
    ]);
    expect(figures["Open jobs"]?.versus).toBe("1 Nov");
    expect(figures["Time to hire"]?.of).toMatchObject({
      part: { value: 26, text: "26 days" },
      whole: { value: 2, text: "2 hires" },
    });
  });

  it("starts open jobs from the compared period, even if one closes on the first day", async () => {
    await addJob();
    await addJob({ openedAt: new Date("2026-10-01T09:00:00Z"), closedAt: new Date("2026-11-01T09:00:00Z") });
    const { "Open jobs": open } = await figuresOf();
    expect(open?.change.text).toBe("50%");
    expect(open?.spark).toBe(sparkline({ values: [2, ...Array<number>(20).fill(1)] }));
  });

  it("counts days in the time zone", async () => {
    await fixture();
    await inTimeZone("Europe/Oslo", async () => {
      const figures = await figuresOf();
      // At 23:30 it is the next day in Oslo: one came in on 1 November, one on the 21st, and one a day less before the
      // job.
      expect([
        figures.Applications?.text,
        figures.Applications?.change.text,
        figures["Time to hire"]?.of,
      ]).toMatchObject(["4", "300%", { part: { value: 25 } }]);
      for (const figure of Object.values(figures))
        for (const { href, value, is } of linksOf(figure)) expect((await listed(href))[is] ?? 0, href).toBe(value);
    });
  });

  it("shows how many applicants reached each stage, and how many fewer that is", async () => {
    await fixture();
    const { funnel } = await careerDashboard(november);
    expect(linksIn(funnel).map(({ value }) => value)).toEqual([4, 3, 2, 1, 1, 1]);
    expect([...funnel.matchAll(/[−+]?\d+%/g)].map(([text]) => text)).toEqual(["−25%", "−33%", "−50%", "0%", "0%"]);
  });

  it("shows on which weekday and at which hour people applied, and where they came from", async () => {
    await fixture();
    const { times, sources } = await careerDashboard(november);
    const cells = linksIn(times).map(({ href, value }) => [
      new URLSearchParams(href.split("?")[1]).get("weekday"),
      new URLSearchParams(href.split("?")[1]).get("hour"),
      value,
    ]);
    expect(cells).toEqual([
      ["Monday", "09:00", 2],
      ["Friday", "23:00", 1],
      ["Sunday", "23:00", 1],
    ]);
    expect(linksIn(sources).map(({ value }) => value)).toEqual([2, 1, 1, 0, 0]);
  });

  it("says that nothing happened on days without data", async () => {
    const period = periodOf(new URLSearchParams("from=2019-03-01&to=2019-03-05"), "2026-11-22");
    const figures = await figuresOf(period);
    expect(Object.values(figures).map(({ text, change }) => [text, change.text])).toEqual([
      ["0", "–"],
      ["0", "–"],
      ["0", "–"],
      ["0", "–"],
      ["–", "–"],
    ]);
    expect((await careerDashboard(period)).funnel).toContain("–");
  });

  it("links every number of the sample to exactly the rows that it counts, in any period", async () => {
    await seedSamples({ instead: true });
    for (const search of ["", "period=7d", "period=90d", "period=12m"]) {
      const period = periodOf(new URLSearchParams(search), new Date().toISOString().slice(0, 10));
      const { figures, ...charts } = await careerDashboard(period);
      const links = [...figures.flatMap(linksOf), ...Object.values(charts).flatMap(linksIn)];
      expect(links.length).toBeGreaterThan(15);
      for (const { href, value, is } of links) expect((await listed(href))[is] ?? 0, href).toBe(value);
    }
  });

  it("has tables of open jobs, stalled applications and invitations, also as files", async () => {
    const [job] = [await addJob({ openedAt: new Date(Date.now() - 20.5 * 86_400_000) })];
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const short = await addApplication({ job, applied: ago(50), then: [["Screening", ago(16)]] });
    const long = await addApplication({ job, applied: ago(49), then: [["Offer", ago(18)]] });
    await addApplication({ job, applied: ago(3) });
    const [late, soon] = [new Date(Date.now() + 2 * 86_400_000), new Date(Date.now() + 86_400_000)];
    await addInterview(short, late);
    await addInterview(long, soon);
    await addInterview(long, new Date(Date.now() - 86_400_000), { outcome: "Good" });
    const { data } = await run<{ open: object[]; stuck: object[]; next: object[] }>(
      loader,
      await signedIn("/career", cast.ada),
    );
    expect(data.open).toMatchObject([{ id: job, all: 3, now: 1 }]);
    expect(data.stuck).toMatchObject([
      { id: long, stage: "Offer", days: 18, jobTitle: "Painter" },
      { id: short, days: 16 },
    ]);
    expect(data.next).toMatchObject([
      { applicationId: long, startsAt: soon },
      { applicationId: short, startsAt: late, candidateName: "Cleo Candidate" },
    ]);
    const lines = async (table: string) =>
      (await run<string>(exported, await signedIn(`/career/${table}.csv`, cast.ada))).data.trim().split("\r\n").length -
      1;
    expect([await lines("open-jobs"), await lines("stuck"), await lines("next-interviews")]).toEqual([1, 2, 2]);
  });

  it("reads the applications of its days along an index with all it needs", () => {
    const query = appliedBetween(new Date("2026-11-01"), new Date("2026-11-21")).getSQL();
    const plan = db.all<{ detail: string }>(sql`explain query plan ${query}`).map(({ detail }) => detail);
    expect(plan).toEqual([expect.stringMatching(/^SEARCH applications USING COVERING INDEX applications_applied/)]);
  });
});
