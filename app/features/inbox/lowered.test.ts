/** Tests notifications sent while a user had more access: they are hidden and not counted until the access is back. */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db, write } from "db";
import { notifications, type Ticket, type User, waitingMails } from "db/schema";
import { addReply } from "~/features/support/tickets/replies/replies.server";
import { ticketResource } from "~/features/support/tickets/tickets.server";
import { placeOrder } from "~/features/orders/orders.server";
import { sendWaitingMails } from "~/features/notifications/notify.server";
import { giveAccess } from "~/features/team/access/give.server";
import { loader as data } from "~/features/settings/data";
import { letIn } from "~/testing/client";
import { cast, testDatabase } from "~/testing/database";
import { orderValues } from "~/testing/orders";
import { run, signedIn } from "~/testing/requests";
import { addTicket } from "~/testing/tickets";
import { loader as box } from "./box";
import { inboxOf } from "./inbox.server";
import { loader as live } from "~/features/live/live";
import { markAllRead } from "./marks.server";
import { loader as open } from "./open";
import { loader as shell } from "~/shell/layout";

testDatabase();
const { ada, dan } = cast;
let own: Ticket;
let staff: User;

beforeEach(async () => {
  staff = await letIn(cast.pia, "staff", { sales: "view", support: "change" });
  const other = await addTicket(dan, { assigneeId: staff.id, subject: "Dan's lamp" }, "Dan asks.");
  await addReply({ ...dan, uid: "uid-6" }, other.id, { body: "Dan asks again." });
  await placeOrder(ada, { ...orderValues, customerId: dan.id });
  own = await addTicket(staff, { subject: "A lamp of one's own" }, "Mine.");
  await addReply(ada, own.id, { body: "Here it is." });
});

const told = async (me: User) => {
  const { notifications, messages } = await inboxOf(me);
  return {
    notifications: notifications.items.map(({ fromName, text }) => `${fromName} ${text}`),
    messages: messages.items.map(({ fromName, text }) => `${fromName} ${text}`),
    unread: [notifications.unread, messages.unread],
  };
};

/** Returns everything that shows the notifications, as text. */
const shown = async (me: User) =>
  JSON.stringify(
    await Promise.all(
      (
        [
          ["/notifications", box],
          ["/messages", box],
          ["/live", live],
          ["/", shell],
          ["/settings/data.zip", data],
        ] as const
      ).map(async ([path, loader]) => (await run(loader, await signedIn(path, me))).data),
    ),
  );

describe("a user who was demoted to a client", () => {
  it("neither sees nor counts items about others' records, nor the author of a reply", async () => {
    const before = await told(staff);
    expect(before.notifications.join()).toMatch(/Dan's lamp.*/);
    expect(await shown(staff)).toMatch(/Dan Directory.*Dan's lamp/);
    const client = await letIn(staff, "client");
    expect(await told(client)).toEqual({ notifications: [], messages: [], unread: [0, 0] });
    expect(await shown(client)).not.toMatch(/Dan|Ada /);
  });

  it("is notified of their own records from then on, and sees everything again with their old access", async () => {
    const before = await told(staff);
    const client = await letIn(staff, "client");
    await addReply(ada, own.id, { body: "And one more." });
    expect(await told(client)).toMatchObject({
      notifications: [expect.stringMatching(/^Support answered on ticket/)],
      messages: [expect.stringContaining("And one more.")],
      unread: [1, 1],
    });
    await markAllRead(client, "notifications");
    const back = await told(await letIn(staff, "staff", staff.areas));
    expect(back.notifications).toEqual(expect.arrayContaining(before.notifications.slice(0, 4)));
    expect(back.unread[0], "what was out of sight was not marked as read").toBe(before.unread[0]);
  });

  it("cannot open any of these items", async () => {
    const [first] = await db.select().from(notifications).where(eq(notifications.userId, staff.id));
    const client = await letIn(staff, "client");
    const opened = await run(open, await signedIn(`/notifications/${first!.id}`, client), { id: String(first!.id) });
    expect(opened.location).toBe("/notifications");
  });

  it("gets no queued mail about them", async () => {
    const other = await addTicket(dan, { subject: "Dan's chair" });
    await sendWaitingMails();
    await write(
      async (tx) =>
        void (await tx.insert(waitingMails).values({
          userId: staff.id,
          event: "ticketAnswered",
          text: "Dan's chair was answered",
          href: `/support/tickets/${other.id}`,
          needs: "tickets.view:all",
        })),
    );
    await letIn(staff, "client");
    expect(await sendWaitingMails()).toBe(0);
    expect(await db.$count(waitingMails)).toBe(0);
  });
});

it("staff who lose an area lose its notifications, and keep the rest", async () => {
  const seller = await letIn(staff, "staff", { sales: "view" });
  const { notifications: left } = await told(seller);
  expect(left.join()).toContain("placed order");
  expect(left.join()).not.toContain("Dan's lamp");
  await ticketResource.setStatus(ada, [own.id], "Solved");
  expect((await told(seller)).notifications[0]).toMatch(/^Support marked as solved/);
});

it("a client gets no names of others who change their account", async () => {
  const client = await letIn(staff, "client");
  await letIn(staff, "staff", { sales: "view" });
  await write((tx) => giveAccess(tx, ada, client.id, { access: "client", areas: {} }));
  expect((await told(client)).notifications).toEqual([expect.stringMatching(/^Support changed the access/)]);
});
