import { describe, expect, it } from "vitest";
import type { StoredPreferences } from "db/schema";
import { preferenceFields, preferencesFrom } from "./preferences-form";
import { preferenceReadings, readablePreferences } from "./readable-preferences";
import { isQuietHour, preferencesOf } from "./preferences";

const kept = (events: StoredPreferences["events"]): StoredPreferences => ({ events, digest: null, quiet: null });

/** A form that has all events. */
const all = { stored: null, offered: () => true };

describe("notification preferences", () => {
  it("are the defaults for a user who never chose", () => {
    const { events, digest, quiet } = preferencesOf(null);
    expect(events.newOrder).toEqual({ inApp: true, email: false });
    expect(events.security).toEqual({ inApp: true, email: true });
    expect([digest, quiet]).toEqual([{ day: 1, hour: 8 }, null]);
  });

  it("are the stored choice, with defaults for newer events and without removed ones", () => {
    const { events, digest } = preferencesOf(
      kept({ newOrder: { inApp: false, email: true }, faxArrived: { inApp: true, email: true } }),
    );
    expect(events.newOrder).toEqual({ inApp: false, email: true });
    expect(events.lowStock).toEqual({ inApp: true, email: false });
    expect(events).not.toHaveProperty("faxArrived");
    expect(digest).toBeNull();
  });

  it("cannot turn off mails about one's own account", () => {
    expect(preferencesOf(kept({ security: { inApp: false, email: false } })).events.security).toEqual({
      inApp: false,
      email: true,
    });
  });

  it("are the same after saving the form", () => {
    const chosen = {
      ...kept({ newOrder: { inApp: false, email: true } }),
      digest: { day: 0, hour: 23 },
      quiet: { from: 22, to: 7 },
    };
    const fields = preferenceFields({ notices: chosen });
    const sent = {
      ...fields,
      digestDay: Number(fields.digestDay),
      digestHour: Number(fields.digestHour),
      quietFrom: Number(fields.quietFrom),
      quietTo: Number(fields.quietTo),
    };
    expect(preferenceFields({ notices: preferencesFrom(sent, all) })).toEqual(fields);
    expect(preferencesOf(preferencesFrom(sent, all))).toEqual(preferencesOf(chosen));
  });

  it("keep the choice for events that the form did not offer", () => {
    const before = kept({ newOrder: { inApp: false, email: true }, ticketAnswered: { inApp: false, email: false } });
    const { events } = preferencesFrom(
      { inApp: ["ticketAnswered"], byEmail: [], digestDay: null, digestHour: 8, quietFrom: null, quietTo: 7 },
      { stored: before, offered: (name) => name === "ticketAnswered" },
    );
    expect(events).toMatchObject({
      newOrder: { inApp: false, email: true },
      ticketAnswered: { inApp: true, email: false },
    });
  });
});

describe("quiet hours", () => {
  const hours = (quiet: StoredPreferences["quiet"]) =>
    Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => isQuietHour(quiet, hour));
  it("include the first hour and exclude the last", () => expect(hours({ from: 12, to: 14 })).toEqual([12, 13]));
  it("quiet hours of a user may pass midnight", () => expect(hours({ from: 22, to: 2 })).toEqual([0, 1, 22, 23]));
  it("are none if they end as they begin", () => expect(hours({ from: 9, to: 9 })).toEqual([]));
  it("are none if the user has none", () => expect(hours(null)).toEqual([]));
});

describe("notification preferences in the journal", () => {
  it("are shown as lines of text", () => {
    const lines = readablePreferences({
      ...kept({ newOrder: { inApp: false, email: false } }),
      digest: { day: 5, hour: 9 },
      quiet: { from: 22, to: 7 },
    });
    expect(lines).toEqual(
      expect.arrayContaining([
        "New order: not told",
        "Invoice overdue: in the app and by e-mail",
        "Weekly digest: Friday at 09:00",
        "Quiet hours: 22:00 to 07:00",
      ]),
    );
    expect(readablePreferences(null)).toContain("New order: in the app");
  });
  it("notification preferences in the journal with unknown values are shown unchanged", () =>
    expect([readablePreferences("odd"), readablePreferences({ a: 1 }), readablePreferences([])]).toEqual([
      "odd",
      { a: 1 },
      [],
    ]));
  it("are compared by field in a conflict", () => {
    const { inApp, digestDay, digestHour, quietFrom } = preferenceReadings;
    expect([inApp(["newOrder", "gone"]), digestDay("1"), digestDay(""), digestHour("8"), quietFrom("")]).toEqual([
      ["New order", "gone"],
      "Monday",
      "Off",
      "08:00",
      "Off",
    ]);
  });
});
