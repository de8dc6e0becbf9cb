import { beforeEach, expect, it } from "vitest";
import type { Ticket } from "db/schema";
import { ticketResource } from "~/features/support/tickets/tickets.server";
import { letIn } from "~/testing/client";
import { cast, testDatabase } from "~/testing/database";
import { addTicket } from "~/testing/tickets";
import { batches } from "./batches.server";
import { parseListQuery } from "./list-query.server";
import type { FilterRule, Listing, ListTable } from "./listing.server";
import { pageRows } from "./list-read.server";
import { listingFor, type Reader } from "./reach.server";

testDatabase();
const { ada, dan } = cast;
let client: Reader;

beforeEach(async () => {
  client = await letIn(cast.pia);
  await addTicket(dan, { requesterId: client.id, assigneeId: ada.id });
});

it("rows of a list lack hidden fields, however they are read", async () => {
  const listing = listingFor(ticketResource.listing, client);
  const query = { ...parseListQuery(listing, new URLSearchParams()), sort: { key: "id", descending: true } };
  const counted = { total: 1, more: undefined, of: 1 };
  const inOrder = await pageRows(listing, query, counted);
  const asHits = await pageRows(listing, { ...query, hits: { numbers: [1], more: false } }, counted);
  const inBatches: Ticket[] = [];
  for await (const rows of batches(listing, query)) inBatches.push(...rows);
  const hidden = { id: 1, assigneeId: null, waitingSince: null, answerDueAt: null };
  expect([inOrder, asHits, inBatches]).toMatchObject([[hidden], [hidden], [hidden]]);
});

it("rows of a list are selected in one file, which leaves out hidden fields", () => {
  const sources = import.meta.glob<string>("../../**/*.server.ts", { query: "?raw", import: "default", eager: true });
  const selectsRows = /\.select\(\)\s*\.from\((\w+\.)?table as SQLiteTable\)|row: listing\.table|rowsByIds\(listing/;
  const files = Object.entries(sources).flatMap(([file, source]) => (selectsRows.test(source) ? [file] : []));
  // The finder of records and the importer know no reader: `reach` and the right to change all records restrict them.
  expect(files.sort()).toEqual([
    "../import/importer.server.ts",
    "../resource/record-finder.server.ts",
    "./list-read.server.ts",
  ]);
});

it("a filter that needs a permission is not offered to readers of their own rows who lack it", () => {
  const reports: FilterRule = { label: "Visited", type: "text", needs: "reports.view", by: () => undefined };
  const listing = { ...ticketResource.listing, filters: { ...ticketResource.listing.filters, reports } };
  const filtersFor = (reader: Reader) => Object.keys(listingFor(listing as Listing<ListTable>, reader).filters);
  expect(filtersFor(ada)).toContain("reports");
  expect(filtersFor(client)).not.toContain("reports");
  expect(filtersFor({ ...client, access: "staff", areas: {} })).not.toContain("reports");
  expect(filtersFor({ ...client, access: "staff", areas: { reports: "view" } })).toContain("reports");
});
