/** Upload limits apply to sent and unsent files, and nothing is stored if the disk is almost full. */
import { eq, sql } from "drizzle-orm";
import { afterEach, expect, it, vi } from "vitest";
import { config } from "config";
import { db, write } from "db";
import { diskLimits } from "db/space";
import { attachments, files, tickets, type User } from "db/schema";
import { newFormKey } from "~/core/form/form.server";
import { searchQueue } from "~/core/http/work-queues.server";
import { log } from "~/core/process/log.server";
import { action as create } from "~/features/support/ask/create";
import { action as upload } from "~/features/import/upload";
import { shellData } from "~/shell/shell.server";
import { letIn } from "~/testing/client";
import { cast, testDatabase } from "~/testing/database";
import { run, signedIn } from "~/testing/requests";
import { addTicket, pageOf, repliesOf, sendReply } from "~/testing/tickets";
import { savePicture } from "./files.server";
import { uploadedSince, uploadLimits } from "./upload-limits.server";

testDatabase();
const { ada, ben, pia } = cast;

const usual = structuredClone({ uploadLimits, diskLimits });
afterEach(() => {
  Object.assign(uploadLimits, structuredClone(usual.uploadLimits));
  Object.assign(diskLimits, usual.diskLimits);
});

const file = (name: string, bytes = 100) => new File(["x".repeat(bytes)], name);
type Refused = { form: { errors: Record<string, string> }; files: { name: string }[] };

/** Posts the form for a new ticket, without a subject unless one is given. */
async function postForm(person: User, upload: File, fields: Record<string, string> = {}, key = newFormKey()) {
  const body = new FormData();
  const all = { subject: "", topic: "Orders and returns", priority: "Normal", body: "It rained.", offered: "yes" };
  for (const [name, value] of Object.entries({ ...all, key, ...fields })) body.append(name, value);
  body.append("attachments", upload);
  const request = new Request(`${config.appUrl}/support/create-ticket`, { method: "POST", body });
  return run<Refused>(create, await signedIn(request, person));
}

it("refused forms of one client keep no more files than one user may have waiting, and say so", async () => {
  const client = await letIn(pia);
  uploadLimits.client.waiting = 250;
  const answers = [];
  for (let number = 0; number < 12; number++) answers.push(await postForm(client, file(`${number}.txt`)));
  expect(await db.$count(attachments)).toBe(2);
  expect(answers[1]?.data).toMatchObject({ files: [{ name: "1.txt" }] });
  expect(answers[11]?.data.form.errors).toMatchObject({
    attachments: "You have 0 MB of files that are not sent yet, which is the limit. Send or remove some of them first.",
  });
  expect((await postForm(ada, file("a.txt"), { subject: "Of somebody else" })).status).toBe(303);
});

it("submitting the form frees space for more, up to the user's daily limit", async () => {
  Object.assign(uploadLimits.team, { waiting: 150, daily: 250 });
  const ticket = await addTicket(ben);
  const send = (name: string) => sendReply(ticket, ada, { body: name }, [file(name)]);
  expect([(await send("one.txt")).status, (await send("two.txt")).status]).toEqual([303, 303]);
  const third = await send("three.txt");
  expect([third.status, third.data.form.errors.attachments]).toEqual([
    400,
    "You have uploaded 0 MB within a day, which is the limit. Choose the file again tomorrow.",
  ]);
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  await write(async (tx) => void (await tx.update(attachments).set({ createdAt: yesterday })));
  expect((await send("three.txt")).status).toBe(303);
});

it("pictures of a form count towards the daily limit together with other files", async () => {
  uploadLimits.team.daily = 10;
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const saved = await savePicture(new File([png], "a.png"), { side: 10, fit: "inside" }, ada);
  expect(saved).toEqual({ error: expect.stringContaining("within a day, which is the limit") });
  expect(await db.$count(files)).toBe(0);
});

const fullShare = "Too many files wait to be sent on this site. Choose the file again in an hour.";

it("the whole team keeps no more files waiting than there is space for", async () => {
  uploadLimits.team.waitingOfAll = 150;
  await postForm(ada, file("a.txt"));
  expect((await postForm(ben, file("b.txt"))).data.form.errors.attachments).toBe(fullShare);
});

it("clients and team have separate space for waiting files", async () => {
  const client = await letIn(pia);
  uploadLimits.client.waitingOfAll = uploadLimits.team.waitingOfAll = 150;
  await postForm(client, file("a.txt"));
  const refused = await postForm(client, file("b.txt"));
  expect(refused.data.form.errors.attachments).toBe(fullShare);
  const taken = await postForm(ada, file("c.txt"));
  expect([taken.data.form.errors.attachments, taken.data.files]).toEqual([undefined, [expect.anything()]]);
  expect((await postForm(ben, file("d.txt"))).data.form.errors.attachments).toBe(fullShare);

  await write(async (tx) => void (await tx.delete(attachments).where(eq(attachments.ownerId, client.id))));
  const fits = await postForm(client, file("e.txt"));
  expect([fits.data.form.errors.attachments, fits.data.files]).toEqual([undefined, [expect.anything()]]);
});

it("files of a form that fails without being shown again are not kept", async () => {
  await write(async (tx) => void tx.run(sql`alter table ${tickets} rename to elsewhere`));
  await expect(postForm(ada, file("a.txt"), { subject: "Wet" })).rejects.toThrow("tickets");
  expect(await db.$count(attachments)).toBe(0);
});

it("a new ticket with a file is created while too many searches run", async () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const searches = ["this server", `person ${ada.id}`].flatMap((key) =>
    Array.from({ length: 40 }, () => searchQueue.run({ key, isKnown: true }, () => gate)),
  );
  expect((await postForm(ada, file("a.txt"), { subject: "Wet", offered: "" })).status).toBe(303);
  release();
  await Promise.all(searches);
  expect(await db.select({ replyId: attachments.replyId }).from(attachments)).toEqual([{ replyId: expect.anything() }]);
});

it("a new ticket that does not fit on the disk is shown again with its file, which is sent with it later", async () => {
  const key = newFormKey();
  const pragma = async (text: string) =>
    Object.values((await write(async (tx) => tx.all<object>(sql.raw(`pragma ${text}`))))[0] ?? {})[0];
  const pages = Number(await pragma("page_count"));
  await pragma(`max_page_count = ${pages + 2}`);
  const long = { subject: "Wet", body: "It rained. ".repeat(1_500) };
  const answer = await postForm(ada, file("a.txt"), long, key);
  await pragma("max_page_count = 1073741823");
  expect([answer.status, answer.data.form.errors[""]]).toEqual([503, expect.stringContaining("disk is full")]);
  expect(answer.data.files).toMatchObject([{ name: "a.txt" }]);
  expect((await postForm(ada, new File([], ""), long, key)).status).toBe(303);
  expect(await db.select({ replyId: attachments.replyId }).from(attachments)).toEqual([{ replyId: expect.anything() }]);
});

it("files of a form that was already submitted are not kept when it is submitted again", async () => {
  const key = newFormKey();
  expect((await postForm(ada, file("a.txt"), { subject: "Wet" }, key)).status).toBe(303);
  expect((await postForm(ada, file("a.txt"), { subject: "Wet" }, key)).status).toBe(303);
  expect(await db.$count(attachments)).toBe(1);
});

it("an almost full disk refuses files with a message, but accepts messages without files", async () => {
  diskLimits.low = diskLimits.noUploads = Infinity;
  const ticket = await addTicket(ben);
  const answer = await sendReply(ticket, ada, { body: "Look" }, [file("a.txt")]);
  expect([answer.status, answer.data.form.errors.attachments]).toEqual([
    400,
    "The server’s disk is almost full, so no file was taken. Tell the server's administrator, and choose the file again when there is room.",
  ]);
  expect((await pageOf(ticket, ada)).writing.body).toBe("Look");
  expect((await sendReply(ticket, ada, { body: "Without a file" })).status).toBe(303);
  expect((await repliesOf(ticket)).at(-1)).toBe("Without a file");

  const body = new FormData();
  body.append("encoding", "auto");
  body.append("file", file("users.csv"));
  const request = new Request(`${config.appUrl}/users/import`, { method: "POST", body });
  const refused = await run<Refused>(upload, await signedIn(request, ada));
  expect([refused.status, refused.data.form.errors.file]).toEqual([503, expect.stringContaining("almost full")]);
});

it("owners see a warning about a disk that becomes full on every page, and it is logged once", async () => {
  const logged = vi.spyOn(log, "warn").mockReturnValue(undefined);
  const warningOf = async (person: User) => {
    const { data } = (await shellData(await signedIn("/", person))) as { data: { user?: { warning?: string } } };
    return data.user?.warning;
  };
  const client = await letIn(pia);
  expect([await warningOf(ada), logged.mock.calls.length]).toEqual([undefined, 0]);
  diskLimits.low = Infinity;
  const warning =
    "The server’s disk is almost full. Free some space soon, or uploads and then changes will be refused.";
  expect([await warningOf(ada), await warningOf(ada), await warningOf(client)]).toEqual([warning, warning, undefined]);
  expect(logged).toHaveBeenCalledOnce();
  expect(logged).toHaveBeenCalledWith(expect.objectContaining({ state: "low" }), warning);
  logged.mockRestore();
});

it("the files that a user uploaded in a day are summed up along indexes, whatever was uploaded before", () => {
  const plans = uploadedSince(db, ada.id, new Date()).map((query) =>
    db
      .all<{ detail: string }>(sql`explain query plan ${query.getSQL()}`)
      .map(({ detail }) => detail)
      .join("; "),
  );
  expect(plans).toEqual([
    expect.stringMatching(/^SEARCH attachments USING COVERING INDEX \w+ \(owner_id=\? AND created_at>\?\)$/),
    expect.stringMatching(/^SEARCH files USING INDEX \w+ \(uploader_id=\? AND created_at>\?\)$/),
  ]);
});
