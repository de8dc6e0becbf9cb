import { describe, expect, it } from "vitest";
import { cast, testDatabase, withConfig } from "~/testing/database";
import { run, signedIn as as } from "~/testing/requests";
import { addTickets } from "~/testing/support";
import { channels, channelLabel } from "./channels.server";
import { loader as layout } from "./layout";
import { loader as list } from "./tickets/list";
import { loader as overview } from "./overview";

testDatabase();

const { ada, ben } = cast;
const hours = (number: number) => number * 3_600_000;

describe("the support overview", () => {
  it("counts tickets like the lists that it links to", async () => {
    const deletedAt = new Date();
    await addTickets(
      {},
      { assigneeId: ada.id },
      { assigneeId: ada.id, status: "Solved" },
      { assigneeId: ben.id },
      { status: "Pending" },
      { deletedAt },
    );
    const { data } = await run<{ counts: { title: string; count: number; href: string }[] }>(
      overview,
      await as("/support", ada),
    );
    expect(data.counts.map(({ title, count }) => [title, count])).toEqual([
      ["Open", 3],
      ["Unassigned", 1],
      ["Assigned to you", 1],
    ]);
    for (const { href, count } of data.counts) {
      expect((await run<{ view: { total: number } }>(list, await as(href, ada))).data.view.total).toBe(count);
    }
    expect((await run<{ open: number }>(layout, await as("/support", ada))).data.open).toBe(3);
  });
});

describe("the card “Still stuck?”", () => {
  const answeredAfter = (wait: number, values = {}) => {
    const createdAt = new Date(Date.now() - hours(24 * 10));
    return { createdAt, firstAnsweredAt: new Date(createdAt.getTime() + wait), ...values };
  };

  it("shows the median time to the first answer in the last thirty days", async () => {
    const old = new Date(Date.now() - hours(24 * 31));
    const others = [{}, { createdAt: old, firstAnsweredAt: new Date() }, answeredAfter(1, { deletedAt: new Date() })];
    await addTickets(answeredAfter(hours(1)), answeredAfter(hours(3)), answeredAfter(hours(90)), ...others);
    expect((await channels()).answered).toBe("about 3 hours");
    await addTickets(answeredAfter(hours(5)));
    expect((await channels()).answered).toBe("about 4 hours");
  });

  it("shows no time without answered tickets, and no contact that is not set", async () => {
    await addTickets({});
    expect(await withConfig({ support: { email: undefined, phone: undefined } }, channels)).toEqual({});
  });

  it.each([
    [hours(0.02), "a few minutes"],
    [hours(0.4), "about 25 minutes"],
    [hours(0.99), "about an hour"],
    [hours(2.6), "about 3 hours"],
    [hours(60), "about 3 days"],
  ])("formats %i ms as “%s”", (time, words) => expect(channelLabel(time)).toBe(words));
});
