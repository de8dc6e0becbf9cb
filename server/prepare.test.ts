/** Resuming work that the last server left unfinished, before and after the start. */
import { expect, it } from "vitest";
import { db, write } from "db";
import { backgroundJobs, imports, importRows, mails } from "db/schema";
import { cast, testDatabase, withConfig } from "~/testing/database";
import { sendMails } from "~/testing/mails";
import { prepare, takeUpWork } from "./prepare";

testDatabase();
const { ada } = cast;

it("a start deletes rows of unfinished uploads, settles interrupted jobs, and sends queued mails", async () => {
  await withConfig({ smtpUrl: "smtp://127.0.0.1:1" }, () =>
    sendMails({ to: ada.email, subject: "Hello", text: "Ada" }),
  );
  await write(async (tx) => {
    await tx.update(mails).set({ dueAt: new Date() });
    await tx.insert(imports).values({
      id: "cut-off",
      personId: ada.id,
      entity: "users",
      name: "people.csv",
      heads: ["name"],
      fields: ["name"],
      state: "reading",
    });
    await tx.insert(importRows).values({ importId: "cut-off", line: 2, cells: ["Half"], found: [] });
    await tx.insert(backgroundJobs).values({
      id: "job",
      personId: ada.id,
      title: "Deleting 5 users",
      back: "/users",
      state: "running",
      done: 3,
      total: 5,
    });
  });
  const left = async () => [
    await db.$count(importRows),
    (await db.select().from(backgroundJobs))[0]?.state,
    await db.$count(mails),
  ];

  await prepare();
  expect(await left()).toEqual([0, "running", 1]);
  takeUpWork();
  await expect.poll(left, { timeout: 10_000 }).toEqual([0, "interrupted", 0]);
});
