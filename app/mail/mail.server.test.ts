import { readdirSync, readFileSync, statSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { config } from "config";
import { log } from "~/lib/log.server";
import { answerMail, eventMail } from "~/notices/notice-mails";
import { openedMail } from "~/support/ask/opened-mail";
import { withConfig } from "~/testing/database";
import { verificationMail } from "./account-mails";
import { mailSettled, sendMail } from "./mail.server";

const outbox = join(config.dataDir, "outbox");
const mail = verificationMail("ada@example.com", "http://portico.test/email-verification?oobCode=abc");

describe("a mail", () => {
  it("is put into the outbox as a file that only this account can read, when there is no mail server", async () => {
    await sendMail(mail);
    const [file = ""] = readdirSync(outbox);
    const content = readFileSync(join(outbox, file), "utf8");
    expect(content).toContain("To: ada@example.com");
    expect(content).toContain("\nhttp://portico.test/email-verification?oobCode=abc\n");
    expect(statSync(join(outbox, file)).mode & 0o777).toBe(0o600);
  });

  it("cannot be given further headers by an address", async () => {
    await sendMail({ ...mail, to: "eve@example.com\r\nBcc: all@example.com", subject: "Hello\r\nBcc: all@example.com" });
    const newest = readdirSync(outbox).sort().at(-1) ?? "";
    expect(readFileSync(join(outbox, newest), "utf8")).not.toMatch(/^Bcc:/m);
  });

  it("goes to the mail server when there is one, from the address that it was logged in to with", async () => {
    const said: string[] = [];
    const before = readdirSync(outbox).length;
    await withServer((socket) => pretendSmtp(socket, said), () => sendMail(mail));
    expect(said.join("\n")).toContain("MAIL FROM:<shop@example.org>");
    expect(said.join("\n")).toContain("RCPT TO:<ada@example.com>");
    expect(readdirSync(outbox)).toHaveLength(before);
  });

  it("waits for a lane to the mail server, of which there are three, and one that fails gives its lane back", async () => {
    const said: string[] = [];
    const came: Socket[] = [];
    const underWay: number[] = [];
    const logged = vi.spyOn(log, "error").mockReturnValue(undefined);
    const answer = (socket: Socket) => {
      if (came.push(socket) === 3) for (const turnedAway of came) turnedAway.end("554 not now\r\n");
      if (came.length <= 3) return;
      underWay.push(came.length - 3 - said.filter((line) => line === ".").length);
      pretendSmtp(socket, said);
    };
    await withServer(answer, () => Promise.all(Array.from({ length: 12 }, () => sendMail(mail))));
    expect(underWay).toHaveLength(9);
    expect(Math.max(...underWay)).toBe(3);
    expect(said.filter((line) => line === ".")).toHaveLength(9);
    expect(logged).toHaveBeenCalledTimes(3);
    logged.mockRestore();
  });

  it("that fails is in the log without its text, and breaks nothing", async () => {
    const logged = vi.spyOn(log, "error");
    await withConfig({ smtpUrl: "smtp://127.0.0.1:1" }, () => sendMail(mail));
    expect(logged).toHaveBeenCalledOnce();
    expect(JSON.stringify(logged.mock.calls)).not.toContain("oobCode");
  });

  it("is in the log without the words that people wrote", async () => {
    const lines = [vi.spyOn(log, "info").mockReturnValue(undefined), vi.spyOn(log, "error").mockReturnValue(undefined)];
    const ticket = { id: 7, subject: "My quince", requesterEmail: "ada@example.com" };
    const mails = [openedMail(ticket), answerMail("ada@example.com", ticket, "Eat it."), eventMail({ id: 1, email: "ada@example.com" }, [{ event: "lowStock", text: "Quince is out of stock", href: "/products/1" }])];
    for (const smtpUrl of [undefined, "smtp://127.0.0.1:1"]) await withConfig({ smtpUrl }, () => Promise.all(mails.map(sendMail)));
    const logged = lines.map((spy) => JSON.stringify(spy.mock.calls));
    for (const spy of lines) spy.mockRestore();
    expect(logged.join()).not.toMatch(/quince/i);
    for (const text of logged) expect(text).toContain("an answer on ticket #7");
  });

  it("is waited for by whoever stops the server", async () => {
    const before = readdirSync(outbox).length;
    void sendMail(mail);
    void sendMail(mail);
    await mailSettled();
    expect(readdirSync(outbox)).toHaveLength(before + 2);
  });
});

/** Does it while a mail server answers on a port of its own. */
async function withServer(answer: (socket: Socket) => void, act: () => Promise<unknown>) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await withConfig({ smtpUrl: `smtp://shop%40example.org:secret@127.0.0.1:${port}` }, act);
  server.close();
}

/** As much of a mail server as a client needs to be content. */
function pretendSmtp(socket: Socket, said: string[]) {
  let text = false;
  socket.write("220 here\r\n");
  socket.on("data", (chunk) => {
    for (const line of chunk.toString().split("\r\n").filter(Boolean)) {
      said.push(line);
      if (text) {
        if (line !== ".") continue;
        text = false;
        socket.write("250 taken\r\n");
      } else if (line === "DATA") {
        text = true;
        socket.write("354 go on\r\n");
      } else if (line.startsWith("EHLO")) socket.write("250-here\r\n250 AUTH PLAIN\r\n");
      else if (line.startsWith("AUTH")) socket.write("235 welcome\r\n");
      else socket.write(line === "QUIT" ? "221 bye\r\n" : "250 fine\r\n");
    }
  });
}
