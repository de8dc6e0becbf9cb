import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { asc } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { config } from "config";
import { db, write } from "db";
import { mails } from "db/schema";
import { log } from "~/core/process/log.server";
import { seal } from "~/core/process/secrets.server";
import { eventMail, requesterMail } from "~/features/notifications/notification-mails";
import { openedMail } from "~/features/support/tickets/replies/opened-mail";
import { testDatabase, withConfig } from "~/testing/database";
import { queueMails as queue, sendMails as send } from "~/testing/mails";
import { passwordResetMail, verificationMail } from "./account-mails";
import { countUnsent, deleteGivenUp, deleteMailsTo, mailSettled, mailTroubles, queueMail } from "./mail.server";
import { wakeSender } from "./sender.server";

testDatabase();

const outbox = join(config.dataDir, "outbox");
const mail = verificationMail("ada@example.com", "http://portico.test/email-verification?oobCode=abc");
const nowhere = { smtpUrl: "smtp://127.0.0.1:1" };

beforeEach(() => rmSync(outbox, { recursive: true, force: true }));
afterEach(() => void vi.useRealTimers());

const files = () => readdirSync(outbox).sort();
const waiting = () => db.select().from(mails).orderBy(asc(mails.id));
/** Makes the sender look for mails that are due at a time. */
async function lookAt(moment: Date) {
  vi.setSystemTime(moment);
  wakeSender();
  await mailSettled();
}
const minutes = (count: number) => new Date(Date.now() + count * 60_000);

describe("a mail", () => {
  it("is written to a file in the outbox that only this account can read, if there is no mail server", async () => {
    await send(mail);
    const content = readFileSync(join(outbox, files()[0] ?? ""), "utf8");
    expect(content).toContain("To: ada@example.com");
    expect(content).toContain("\nhttp://portico.test/email-verification?oobCode=abc\n");
    expect(statSync(join(outbox, files()[0] ?? "")).mode & 0o777).toBe(0o600);
    expect(await waiting()).toEqual([]);
  });

  it("cannot be given additional headers through an address", async () => {
    await send({ ...mail, to: "eve@example.com\r\nBcc: all@example.com", subject: "Hello\r\nBcc: all@example.com" });
    expect(readFileSync(join(outbox, files()[0] ?? ""), "utf8")).not.toMatch(/^Bcc:/m);
  });

  it("is sent from the address of the mail server's login", async () => {
    const said: string[] = [];
    await withServer(
      (socket) => pretendSmtp(socket, said),
      () => send(mail),
    );
    expect(said.join("\n")).toContain("MAIL FROM:<shop@example.org>");
    expect(said.join("\n")).toContain("RCPT TO:<ada@example.com>");
    expect(await waiting()).toEqual([]);
  });

  it("belongs to the transaction of its change: a rollback sends none", async () => {
    const failed = write(async (tx) => {
      await queueMail(tx, mail);
      throw new Error("taken back");
    });
    await expect(failed).rejects.toThrow("taken back");
    await lookAt(new Date());
    expect(await waiting()).toEqual([]);
    expect(() => files()).toThrow();
  });

  it("a mail without a recipient is dropped", async () => {
    await send(passwordResetMail("", "http://portico.test/forget-password?oobCode=abc"));
    expect(await waiting()).toEqual([]);
    expect(() => files()).toThrow();
  });

  it("waits for one of three connections to the mail server, and a failed one is freed again", async () => {
    const said: string[] = [];
    const came: Socket[] = [];
    const underWay: number[] = [];
    const answer = (socket: Socket) => {
      if (came.push(socket) === 3) for (const turnedAway of came) turnedAway.end("421 not now\r\n");
      if (came.length <= 3) return;
      underWay.push(came.length - 3 - said.filter((line) => line === ".").length);
      pretendSmtp(socket, said);
    };
    await withServer(answer, () => send(...Array.from({ length: 12 }, () => mail)));
    expect(underWay).toHaveLength(9);
    expect(Math.max(...underWay)).toBeLessThanOrEqual(3);
    expect(said.filter((line) => line === ".")).toHaveLength(9);
    expect(await countUnsent()).toEqual({ retrying: 3, givenUp: 0 });
  });

  it("is stored encrypted, and logged without text from users", async () => {
    const lines = [vi.spyOn(log, "info"), vi.spyOn(log, "warn"), vi.spyOn(log, "error")].map((spy) =>
      spy.mockReturnValue(undefined),
    );
    const ticket = { id: 7, subject: "My quince", requesterEmail: "ada@example.com" };
    const all = [
      mail,
      openedMail(ticket),
      requesterMail("ada@example.com", ticket, { mail: "There is an answer", answer: "Eat it." }),
      eventMail({ id: 1, email: "ada@example.com" }, [
        { event: "lowStock", text: "Quince is out of stock", href: "/products/1" },
      ]),
    ];
    await send(...all);
    await withConfig(nowhere, () => send(...all));
    const logged = lines.map((spy) => JSON.stringify(spy.mock.calls)).join();
    for (const spy of lines) spy.mockRestore();
    expect(logged).not.toMatch(/quince|oobCode/i);
    expect(logged).toContain("news of ticket #7");
    expect(await waiting()).toHaveLength(4);
    expect(JSON.stringify(await waiting())).not.toMatch(/quince|oobCode|email-verification/i);
  });
});

describe("a mail that cannot be sent", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-03T12:00:00Z") }));

  it("is retried after growing pauses, with the same Message-ID, until it is accepted", async () => {
    await withConfig(nowhere, async () => {
      await send({ ...mail, goodFor: undefined });
      for (const pause of [1, 5, 30]) {
        const tries = (await waiting())[0]?.tries ?? 0;
        await lookAt(minutes(pause - 0.5));
        expect((await waiting())[0]?.tries).toBe(tries);
        await lookAt(minutes(0.5));
        expect((await waiting())[0]?.tries).toBe(tries + 1);
      }
    });
    const [row] = await waiting();
    expect(await mailTroubles({ email: "Ada@example.com" })).toMatchObject([
      {
        about: mail.subject,
        recipient: "ada@example.com",
        tries: 4,
        problem: "The mail server could not be reached, or did not answer.",
        again: minutes(120),
      },
    ]);
    const said: string[] = [];
    await withServer(
      (socket) => pretendSmtp(socket, said),
      () => lookAt(minutes(120)),
    );
    expect(said.join("\n")).toContain(`Message-ID: <${row?.messageId}>`);
    expect(await waiting()).toEqual([]);
  });

  it("is given up after two days, and its content is deleted", async () => {
    const began = Date.now();
    await withConfig(nowhere, async () => {
      await send({ ...mail, concerns: { entity: "orders", recordId: 7 } });
      for (let [row] = await waiting(); row && !row.failedAt; [row] = await waiting()) await lookAt(row.dueAt);
    });
    const [row] = await waiting();
    expect(row).toMatchObject({ content: null, recipient: "ada@example.com" });
    expect((row?.failedAt?.getTime() ?? 0) - began).toBeGreaterThan(24 * 3_600_000);
    expect((row?.failedAt?.getTime() ?? 0) - began).toBeLessThan(48 * 3_600_000);
    expect(await mailTroubles({ entity: "orders", recordId: "7" })).toMatchObject([{ again: null }]);
    expect(await countUnsent()).toEqual({ retrying: 0, givenUp: 1 });
    await withConfig(nowhere, () => send({ ...mail, concerns: { entity: "orders", recordId: 7 } }));
    expect(
      (await mailTroubles({ entity: "orders", recordId: "7" })).map(({ again }) => again),
      "before those that are tried again",
    ).toEqual([null, expect.any(Date)]);
    expect(await deleteGivenUp(minutes(1))).toBe(1);
  });

  it("is given up immediately if the mail server rejects its address permanently", async () => {
    for (const [answer, givenUp] of [
      ["550 no such person", 1],
      ["450 later", 0],
    ] as const) {
      await write(async (tx) => void (await tx.delete(mails)));
      await withServer(
        (socket) => pretendSmtp(socket, [], { "RCPT TO": answer }),
        () => send(mail),
      );
      expect(await countUnsent()).toEqual({ retrying: 1 - givenUp, givenUp });
      expect((await mailTroubles({ email: mail.to }))[0]?.problem).toBe(
        `The mail server refused the address (${answer.slice(0, 3)}).`,
      );
    }
  });

  it("is not sent once it is no longer useful", async () => {
    await withConfig(nowhere, () => send({ ...mail, goodFor: 10 * 60_000 }));
    await lookAt(minutes(11));
    expect(() => files()).toThrow();
    expect(await waiting()).toMatchObject([{ content: null, tries: 2 }]);
  });

  it("is not sent if it cannot be decrypted any more", async () => {
    await withConfig(nowhere, () => send(mail));
    await write(
      async (tx) => void (await tx.update(mails).set({ content: seal("{}", "as another secret would seal it") })),
    );
    await lookAt(minutes(1));
    expect((await mailTroubles({ email: mail.to }))[0]).toMatchObject({
      again: null,
      problem: "It cannot be read any more: SESSION_SECRET is another one since.",
    });
  });

  it("is deleted when its recipient is erased", async () => {
    await withConfig(nowhere, () => send({ ...mail, to: "Ada@Example.com" }, { ...mail, to: "ben@example.com" }));
    await write((tx) => deleteMailsTo(tx, [mail.to]));
    expect(await waiting()).toMatchObject([{ recipient: "ben@example.com" }]);
  });

  it("an unsent mail to an umlaut domain is deleted with its recipient, however the domain is written", async () => {
    await withConfig(nowhere, () => send({ ...mail, to: "Info@xn--mller-kva.example" }));
    expect(await mailTroubles({ email: "info@müller.example" })).toHaveLength(1);
    await write((tx) => deleteMailsTo(tx, ["info@müller.example"]));
    expect(await waiting()).toEqual([]);
  });

  it("a mail of a process that died while sending it is sent by another one some minutes later", async () => {
    await queue(mail);
    await write(async (tx) => void (await tx.update(mails).set({ tries: 1, dueAt: minutes(5) }))); // the state while a process sends it
    await lookAt(minutes(4));
    expect(await waiting()).toHaveLength(1);
    await lookAt(minutes(1));
    expect(await waiting()).toEqual([]);
    expect(files()).toHaveLength(1);
  });
});

it("a mail is not sent twice by two processes at the same time", async () => {
  await queue(mail);
  wakeSender();
  wakeSender();
  await mailSettled();
  expect(files()).toHaveLength(1);
});

/** Runs `act` with a mail server listening on its own port. */
async function withServer(answer: (socket: Socket) => void, act: () => Promise<unknown>) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await withConfig({ smtpUrl: `smtp://shop%40example.org:secret@127.0.0.1:${port}` }, act);
  server.close();
}

/** A minimal SMTP server; `answers` overrides the replies to some commands. */
function pretendSmtp(socket: Socket, said: string[], answers: Record<string, string> = {}) {
  let text = false;
  socket.write("220 here\r\n");
  socket.on("data", (chunk) => {
    for (const line of chunk.toString().split("\r\n").filter(Boolean)) {
      said.push(line);
      const [, other] = Object.entries(answers).find(([command]) => line.startsWith(command)) ?? [];
      if (text) {
        if (line !== ".") continue;
        text = false;
        socket.write("250 taken\r\n");
      } else if (other) socket.write(`${other}\r\n`);
      else if (line === "DATA") {
        text = true;
        socket.write("354 go on\r\n");
      } else if (line.startsWith("EHLO")) socket.write("250-here\r\n250 AUTH PLAIN\r\n");
      else if (line.startsWith("AUTH")) socket.write("235 welcome\r\n");
      else socket.write(line === "QUIT" ? "221 bye\r\n" : "250 fine\r\n");
    }
  });
}
