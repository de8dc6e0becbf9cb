import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "db";
import { users } from "db/schema";
import { undoChange } from "~/core/undo/undo.server";
import { preferenceFields } from "~/features/notifications/preferences-form";
import { preferencesOf } from "~/features/notifications/preferences";
import type { Versions } from "~/core/conflict/versions";
import { cast, testDatabase } from "~/testing/database";
import { get, post, run, signedIn, toastOf } from "~/testing/requests";
import { userResource } from "~/features/users/users.server";
import { action, loader } from "./notification";

testDatabase();
const { ada, ben } = cast;
const path = "/settings/notification";
const fields = {
  ...preferenceFields({ notices: null }),
  inApp: ["lowStock", "security", "unheardOf"],
  byEmail: ["newOrder"],
  digestDay: "",
  quietFrom: "22",
  quietTo: "7",
};
const send = async (sent: Record<string, string | string[]>, revision = 1) =>
  run<{ form: { fields: Record<string, string>; errors: Record<string, string> }; versions: Versions }>(
    action,
    await signedIn(post(path, { ...sent, revision: String(revision) }), ada),
  );
const kept = async () =>
  (await db.select({ notices: users.notices }).from(users).where(eq(users.id, ada.id)))[0]?.notices ?? null;

describe("the notification settings", () => {
  it("show the default preferences first", async () => {
    const { data } = await run(loader, await signedIn(get(path), ada));
    expect(data).toMatchObject({
      email: ada.email,
      revision: 1,
      chosen: {
        byEmail: [
          "invoiceOverdue",
          "invoiceSent",
          "orderMoved",
          "ticketAssigned",
          "ticketAnswered",
          "ticketSettled",
          "approval",
          "security",
        ],
        digestDay: "1",
        digestHour: "8",
        quietFrom: "",
      },
    });
  });

  it("are saved, and can be undone from the toast", async () => {
    const answer = await send(fields);
    expect(answer).toMatchObject({ status: 303, location: path });
    expect(await kept()).toMatchObject({ digest: null, quiet: { from: 22, to: 7 } });
    const { events } = preferencesOf(await kept());
    expect(events).toMatchObject({
      newOrder: { inApp: false, email: true },
      lowStock: { inApp: true, email: false },
      approval: { inApp: false, email: false },
      security: { inApp: true, email: true },
    });
    expect(events).not.toHaveProperty("unheardOf");
    expect(await undoChange(ben, toastOf(answer).undo ?? "")).toMatchObject({
      ok: false,
      message: "These are Ada Active’s own settings, so only they can take this back.",
    });
    await undoChange(ada, toastOf(answer).undo ?? "");
    expect(await kept()).toBeNull();
  });

  it("may be all turned off", async () => {
    await send({ ...fields, inApp: [], byEmail: [] });
    const wanted = Object.entries(preferencesOf(await kept()).events).filter(([, { inApp, email }]) => inApp || email);
    expect(wanted).toEqual([
      ["invoiceSent", { inApp: false, email: true }],
      ["orderMoved", { inApp: false, email: true }],
      ["security", { inApp: false, email: true }],
    ]);
  });

  it("have no quiet hours if these end as they begin", async () => {
    await send({ ...fields, quietFrom: "7" });
    expect((await kept())?.quiet).toBeNull();
  });

  it.each([
    ["digestDay", "7"],
    ["digestDay", "Monday"],
    ["digestHour", "24"],
    ["quietFrom", "-1"],
    ["quietTo", "1.5"],
  ])("the notification settings with %s = %s are refused beside the field, and change nothing", async (name, value) => {
    const { status, data } = await send({ ...fields, [name]: value });
    expect([status, Object.keys(data.form.errors)]).toEqual([400, [name]]);
    expect(data.form.fields[name]).toBe(value);
    expect(await kept()).toBeNull();
  });

  it("the notification settings that were changed in another tab meanwhile are not overwritten", async () => {
    await send({ ...fields, digestDay: "3" });
    const { status, data } = await send({ ...fields, digestDay: "4" });
    expect(status).toBe(409);
    expect(data.versions).toMatchObject({
      mine: { digestDay: "4" },
      theirs: { digestDay: "3" },
      base: { digestDay: "1" },
    });
    expect((await kept())?.digest).toEqual({ day: 3, hour: 8 });
  });

  it("do not change the rest of the record", async () => {
    await send({ ...fields, name: "Eve", email: "eve@example.com" });
    expect(await userResource.unrestricted.get(ada.id)).toEqual({ ...ada, notices: await kept(), revision: 2 });
  });
});
