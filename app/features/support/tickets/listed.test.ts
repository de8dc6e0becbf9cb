import { expect, test } from "vitest";
import { cast, testDatabase } from "~/testing/database";
import { run, signedIn } from "~/testing/requests";
import { addTickets } from "~/testing/support";
import { loader as exported } from "~/features/records/export";
import { ticketResource } from "./tickets.server";

testDatabase();

test("the export of tickets contains subjects, and no messages", async () => {
  await addTickets({ subject: "Where is it?", requesterName: "Rosa", requesterEmail: "rosa@example.com", orderId: 7 });
  const { data } = await run<string>(exported, await signedIn("/support/tickets.csv", cast.ada));
  const [head, row] = data.split("\r\n");
  expect(head?.replace("\uFEFF", "")).toBe(
    "Number,Subject,Status,Priority,Topic,Requester,Requester's e-mail,Assigned to,Order,Opened,Updated,First answered,Answer due",
  );
  expect(row).toMatch(/^1,Where is it\?,Open,Normal,[^,]+,Rosa,rosa@example\.com,,7,/);
});

test("the list of tickets accepts the parameter names of saved views and links", () => {
  const { filters, sorts, fields } = ticketResource.listing;
  expect(Object.keys(filters)).toEqual(["status", "priority", "topic", "assignee", "answer", "requester"]);
  expect(Object.keys(sorts).sort()).toEqual(
    ["createdAt", "due", "id", "priority", "requester", "status", "subject", "updated"].sort(),
  );
  expect(Object.keys(fields ?? {})).toEqual(["created", "updated", "due"]);
});
