import { crc32 } from "node:zlib";
import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { db, write } from "db";
import { attachments, attachmentThumbs, type User } from "db/schema";
import { runMaintenance } from "~/maintenance/maintenance.server";
import { newFormKey } from "~/core/form/form.server";
import { cast, testDatabase } from "~/testing/database";
import { get, run, signedIn } from "~/testing/requests";
import { addTicket, pageOf, repliesOf, sendReply } from "~/testing/tickets";
import { loader } from "./attachment";
import { keepAttachments, waitingAttachments } from "./attachments.server";
import { inBytes, maxAttachmentBytes } from "../limits";
import { replyResource } from "../replies/replies.server";

testDatabase();

/** Ben is the requester and Ada the assignee; Dan is not involved. */
const { ada, ben } = cast;

const bytes = (buffer: Buffer) => new Uint8Array(buffer);
const dot = sharp({ create: { width: 3, height: 2, channels: 3, background: "red" } });
const picture = {
  png: await dot.png().toBuffer(),
  jpg: await dot.jpeg().toBuffer(),
  gif: await dot.gif().toBuffer(),
  webp: await dot.webp().toBuffer(),
};
/** Its head is sound, and its first frame is not. */
const brokenGif = (
  await sharp({ create: { width: 60, height: 40, channels: 3, background: "red" } })
    .gif()
    .toBuffer()
).fill(0, 39, 47);
/** A small file whose head says that it has 80 million pixels. */
function giantPng() {
  const giant = Buffer.from(picture.png);
  giant.writeUInt32BE(10_000, 16);
  giant.writeUInt32BE(8_000, 20);
  giant.writeUInt32BE(crc32(giant.subarray(12, 29)), 29);
  return bytes(giant);
}
const file = (name: string, content: BlobPart = "hello") => new File([content], name, { type: "application/x-lie" });

/** Requests an attachment as `person`. */
const fetched = async (id: string | undefined, person: User, search = "") =>
  run<string>(loader, await signedIn(`/support/attachments/${id}${search}`, person), { id: id ?? "" });

/** The files of the last message. */
const lastFiles = async (ticket: { id: number }, person: User = ada) =>
  (await pageOf(ticket, person)).replies.at(-1)?.files ?? [];

describe("a refused file", () => {
  it("prevents a reply from being sent until it is removed or replaced, and the input is kept", async () => {
    const ticket = await addTicket(ben);
    const typed = { body: "See the picture.", key: newFormKey() };
    const chosen = await sendReply(ticket, ada, { ...typed, keep: "draft" }, [file("photo.exe")]);
    expect(chosen.data.form.errors.attachments).toContain("photo.exe");
    const sent = await sendReply(ticket, ada, { ...typed, refused: "yes" });
    expect(sent).toMatchObject({
      status: 400,
      data: {
        form: {
          fields: { body: typed.body },
          errors: { attachments: "Nothing was sent, because a file was refused. Choose another one, or leave it out." },
        },
      },
    });
    expect(await repliesOf(ticket)).toHaveLength(1);
    expect((await sendReply(ticket, ada, { ...typed, refused: "yes", keep: "files" })).status).toBe(303); // left out
    expect((await pageOf(ticket, ada)).writing.body).toBe(typed.body);
    expect((await sendReply(ticket, ada, { ...typed, refused: "yes" }, [file("notes.txt")])).status).toBe(303);
    expect((await lastFiles(ticket)).map(({ name }) => name)).toEqual(["notes.txt"]);
  });
});

describe("files of a message", () => {
  it("have the type that their bytes show, whatever was declared", async () => {
    const ticket = await addTicket(ben);
    const all = [
      file("a.png", bytes(picture.png)),
      file("b.JPEG", bytes(picture.jpg)),
      file("c.gif", bytes(picture.gif)),
      file("d.webp", bytes(picture.webp)),
      file("e.pdf", "%PDF-1.7\n…"),
    ];
    expect((await sendReply(ticket, ada, { body: "Look" }, all)).status).toBe(303);
    expect((await lastFiles(ticket)).map(({ name, type }) => [name, type])).toEqual([
      ["a.png", "image/png"],
      ["b.JPEG", "image/jpeg"],
      ["c.gif", "image/gif"],
      ["d.webp", "image/webp"],
      ["e.pdf", "application/pdf"],
    ]);
    await sendReply(ticket, ada, { body: "Read" }, [file("f.txt", "Grüße\r\n"), file("g.csv", "a,b\n")]);
    expect((await lastFiles(ticket)).map(({ type, size }) => [type, size])).toEqual([
      ["text/plain", 9],
      ["text/csv", 4],
    ]);
  });

  const lies: [string, BlobPart][] = [
    ["photo.jpg", "<script>alert(1)</script>"],
    ["photo.gif", "GIF89a/*<script>alert(1)</script>*/"],
    ["photo.webp", "RIFF....WEBP<html>"],
    ["cut.png", bytes(picture.png.subarray(0, 20))],
    ["broken.gif", bytes(brokenGif)],
    ["paper.pdf", "MZ\x90\x00"],
    ["notes.txt", new Uint8Array([0x68, 0x69, 0x00])],
    ["cut.jpg", bytes(picture.jpg.subarray(0, 20))],
    ["film.mp4", "\0\0\0\x18ftypisom\0\0\0\0"],
    ["page.html", "<p>hello</p>"],
    ["drawing.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>"],
    ["run.exe", "MZ"],
    ["photo.png.exe", bytes(picture.png)],
  ];
  it.each(lies)(
    "are refused where they can run, cannot be read, or are of no known kind: %s",
    async (name, content) => {
      const ticket = await addTicket(ben);
      const { status, data } = await sendReply(ticket, ada, { body: "Look" }, [file(name, content), file("good.txt")]);
      expect({ status, errors: data.form.errors, fields: data.form.fields }).toMatchObject({
        status: 400,
        errors: { attachments: expect.stringContaining(`“${name}” is`) },
        fields: { body: "Look" },
      });
      expect(await repliesOf(ticket)).toHaveLength(1);
      expect((await pageOf(ticket, ada)).writing.files.map(({ name }) => name)).toEqual(["good.txt"]);
    },
  );

  it.each<[string, BlobPart, string]>([
    ["really-webp.jpg", bytes(picture.webp), "image/webp"],
    ["kunden.csv", bytes(Buffer.from("Name;Stra\xdfe\r\n", "latin1")), "text/csv"],
    ["notepad.txt", bytes(Buffer.from("\ufeffGerät\r\n", "utf16le")), "text/plain"],
    ["scan.pdf", "\r\n%PDF-1.4\n", "application/pdf"],
    ["router.log", "2026-11-29 error\n", "text/plain"],
    ["hosts", "127.0.0.1 localhost\n", "text/plain"],
    ["mail.eml", "From: a@b.example\r\n\r\n<script>alert(1)</script>", "application/octet-stream"],
    ["photo.heic", "\0\0\0\x18ftypheic\0\0\0\0mif1heic", "application/octet-stream"],
    ["all.zip", "PK\x03\x04 and so on", "application/zip"],
  ])(
    "are taken for what their bytes are, and given only as a download unless they are pictures: %s",
    async (name, content, type) => {
      const ticket = await addTicket(ben);
      expect((await sendReply(ticket, ada, { body: "Look" }, [file(name, content)])).status).toBe(303);
      const [{ id, ...kept } = { id: "" }] = await lastFiles(ticket);
      expect(kept).toMatchObject({ name, type });
      const { headers } = await fetched(id, ben, "?view");
      const isPicture = type.startsWith("image/");
      expect(headers.get("Content-Disposition")?.split(";")[0]).toBe(isPicture ? "inline" : "attachment");
      expect(headers.get("Content-Type")?.split(";")[0]).toBe(type);
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    },
  );

  it("are refused with a message that fits the reason", async () => {
    const ticket = await addTicket(ben);
    const said = async (name: string, content: BlobPart) =>
      (await sendReply(ticket, ada, { body: "Look" }, [file(name, content)])).data.form.errors.attachments;
    expect(await said("cut.png", bytes(picture.png.subarray(0, 20)))).toBe(
      "“cut.png” is a PNG picture that cannot be read: it is damaged or cut short.",
    );
    expect(await said("photo.jpg", "hello")).toBe(
      "“photo.jpg” is text, though its name ends in .jpg. Choose the file itself, or rename it to .txt.",
    );
    expect(await said("fake.png", "\x01\x02\0 nothing")).toBe(
      "“fake.png” is not a picture: its contents are something else. Choose the picture itself.",
    );
    expect(await said("run.exe", "MZ")).toBe(
      "“run.exe” is of a kind that can run on a computer. Send it in a ZIP file.",
    );
    expect(await said("film.mp4", "\0\0\0\x18ftypisom")).toBe(
      "“film.mp4” is of a kind that is not taken here. Send pictures, PDF, text, Office, OpenDocument, ZIP or e-mail (EML) files.",
    );
  });

  it("are refused if they have too many pixels, with their number and the limit", async () => {
    const ticket = await addTicket(ben);
    const { data } = await sendReply(ticket, ada, { body: "Look" }, [file("giant.png", giantPng())]);
    expect(data.form.errors.attachments).toBe(
      "“giant.png” has 10,000 × 8,000 pixels (80 megapixels). A picture may have at most 64 megapixels: make it smaller, then choose it again.",
    );
  });

  it("may be photos of 48 megapixels, as phones take them", async () => {
    const ticket = await addTicket(ben);
    const photo = await sharp(Buffer.alloc(8_064 * 6_048), { raw: { width: 8_064, height: 6_048, channels: 1 } })
      .jpeg()
      .toBuffer();
    expect((await sendReply(ticket, ada, { body: "Look" }, [file("photo.jpg", bytes(photo))])).status).toBe(303);
    expect(await lastFiles(ticket)).toMatchObject([{ name: "photo.jpg", type: "image/jpeg" }]);
  });

  it("are refused if one is too large, and the others are kept", async () => {
    const ticket = await addTicket(ben);
    const { status, data } = await sendReply(ticket, ada, { body: "Look" }, [
      file("large.txt", "x".repeat(maxAttachmentBytes + 1)),
      file("good.txt"),
    ]);
    expect({ status, errors: data.form.errors }).toEqual({
      status: 413,
      errors: { attachments: "“large.txt” is larger than 5 MB. Choose a smaller one." },
    });
    expect((await pageOf(ticket, ada)).writing.files.map(({ name }) => name)).toEqual(["good.txt"]);
  });

  it("are limited to five, including those that already wait", async () => {
    const ticket = await addTicket(ben);
    const some = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => file(`${from + index}.txt`, String(from + index)));
    expect((await sendReply(ticket, ada, { body: "Look", keep: "draft" }, some(1, 4))).status).toBe(303);
    const { data } = await sendReply(ticket, ada, { body: "Look" }, some(5, 2));
    expect(data.form.errors).toEqual({ attachments: "A message has at most 5 files: “6.txt” was left out." });
    expect((await pageOf(ticket, ada)).writing.files.map(({ name }) => name)).toEqual([
      "1.txt",
      "2.txt",
      "3.txt",
      "4.txt",
      "5.txt",
    ]);
    expect((await sendReply(ticket, ada, { body: "Look" }, some(1, 8))).data.form.errors.attachments).toBe(
      "A message has at most 5 files: “6.txt”, “7.txt”, and “8.txt” were left out.",
    );
  });

  it("are limited to five besides refused ones, of which the first five are named", async () => {
    const ticket = await addTicket(ben);
    const good = [1, 2, 3, 4, 5].map((number) => file(`${number}.txt`, String(number)));
    const bad = Array.from({ length: 9 }, (_, index) => file(`bad-${index + 1}.exe`));
    const { data } = await sendReply(ticket, ada, { body: "Look" }, [...bad.slice(0, 1), ...good]);
    expect(data.form.errors.attachments).toMatch(/^“bad-1.exe” is [^“]+$/);
    expect(data.form.errors.attachments).not.toContain("at most");
    expect((await pageOf(ticket, ada)).writing.files).toHaveLength(5);

    const other = await addTicket(ben);
    const many = (await sendReply(other, ada, { body: "Look" }, [...bad, ...good])).data.form.errors.attachments;
    expect(many?.match(/“bad-\d/g)).toHaveLength(5);
    expect(many).not.toContain("at most");
    expect((await pageOf(other, ada)).writing.files).toHaveLength(5);
    const empty = Array.from({ length: 9 }, (_, index) => file(`4242 4242 4242 4242 no ${index}.txt`, ""));
    const none = (await sendReply(await addTicket(ben), ada, { body: "Look" }, empty)).data.form.errors.attachments;
    expect(none?.match(/“[^”]*4242 no \d.txt” is empty/g)).toHaveLength(5);
    expect(none).not.toContain("4242 4242");
  });

  it("have names in one line without hidden characters", async () => {
    const ticket = await addTicket(ben);
    const names = ["../../etc/pass\u202egnp.txt", 'C:\\fakepath\\a\nb".txt', `${"x".repeat(300)}.txt`, " <b>.txt"];
    await sendReply(
      ticket,
      ada,
      { body: "Look" },
      names.map((name, index) => file(name, `${index}`)),
    );
    const kept = (await lastFiles(ticket)).map(({ name }) => name);
    expect(kept).toEqual(["pass gnp.txt", "a b .txt", `${"x".repeat(95)}….txt`, "b .txt"]);
  });

  it("files of a message that arrive twice with a form are sent once", async () => {
    const ticket = await addTicket(ben);
    const form = { body: "Look", key: newFormKey() };
    await Promise.all([sendReply(ticket, ada, form, [file("a.txt")]), sendReply(ticket, ada, form, [file("a.txt")])]);
    await sendReply(ticket, ada, form, [file("a.txt")]);
    expect((await lastFiles(ticket)).map(({ name }) => name)).toEqual(["a.txt"]);
    expect(await db.$count(attachments)).toBe(1);
  });

  it("wait with their draft when the form is refused, and each can be removed", async () => {
    const ticket = await addTicket(ben);
    await sendReply(ticket, ada, { body: "" }, [file("a.txt", "a"), file("b.txt", "b")]);
    const [first] = (await pageOf(ticket, ada)).writing.files;
    expect((await pageOf(ticket, ben)).writing.files).toEqual([]);
    expect((await sendReply(ticket, ben, { body: "", remove: first?.id ?? "" })).status).toBe(303);
    expect((await pageOf(ticket, ada)).writing.files).toHaveLength(2);
    expect(await sendReply(ticket, ada, { body: "Half a thou", remove: first?.id ?? "" })).toMatchObject({
      status: 303,
      location: `/support/tickets/${ticket.id}#reply`,
    });
    expect((await pageOf(ticket, ada)).writing).toMatchObject({ body: "Half a thou", files: [{ name: "b.txt" }] });
    await sendReply(ticket, ada, { body: "Half a thought" });
    expect((await lastFiles(ticket)).map(({ name }) => name)).toEqual(["b.txt"]);
  });
});

it("files that wait under a form's one-time key belong to the ticket that it opens", async () => {
  const key = newFormKey();
  expect(await keepAttachments(ben, key, [file("a.txt")])).toEqual({ kept: [expect.any(String)], error: undefined });
  expect(await waitingAttachments(ada, key)).toEqual([]);
  const ticket = await addTicket(ben, {}, "Look", key);
  expect(await lastFiles(ticket)).toMatchObject([{ name: "a.txt" }]);
  expect(await waitingAttachments(ben, key)).toEqual([]);
});

describe("the URL of a file", () => {
  it("serves the file as a download that runs nothing", async () => {
    const ticket = await addTicket(ben);
    await sendReply(ticket, ada, { body: "Look" }, [file("Grüße & 'mehr'.txt", "Grüße")]);
    const [{ id } = { id: "" }] = await lastFiles(ticket);
    const { status, headers, data } = await fetched(id, ben, "?view");
    expect({ status, data }).toEqual({ status: 200, data: "Grüße" });
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "content-disposition": `attachment; filename="Gr__e & 'mehr'.txt"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%26%20%27mehr%27.txt`,
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
      "cache-control": expect.stringContaining("private"),
    });
  });

  it("shows a picture, in full or small, on request", async () => {
    const ticket = await addTicket(ben);
    await sendReply(ticket, ada, { body: "Look" }, [file("a.png", bytes(picture.png))]);
    const [{ id } = { id: "" }] = await lastFiles(ticket);
    expect(Object.fromEntries((await fetched(id, ben)).headers)).toMatchObject({
      "content-type": "image/png",
      "content-disposition": expect.stringMatching(/^attachment/),
    });
    expect(Object.fromEntries((await fetched(id, ben, "?view")).headers)).toMatchObject({
      "content-type": "image/png",
      "content-disposition": "inline",
      "content-security-policy": "sandbox; default-src 'none'",
    });
    expect(Object.fromEntries((await fetched(id, ben, "?thumb")).headers)).toMatchObject({
      "content-type": "image/webp",
      "content-disposition": "inline",
    });
  });

  it("serves the stored thumbnail of a picture without decoding the picture", async () => {
    const ticket = await addTicket(ben);
    await sendReply(ticket, ada, { body: "Look" }, [file("a.png", bytes(picture.png))]);
    const [{ id } = { id: "" }] = await lastFiles(ticket);
    await write(async (tx) => void tx.run(sql`alter table ${attachments} rename column bytes to elsewhere`)); // reading the bytes fails now
    const small = await fetched(id, ben, "?thumb");
    expect([small.status, small.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
  });

  it("serves a thumbnail that maintenance stored for an older picture", async () => {
    const ticket = await addTicket(ben);
    await sendReply(ticket, ada, { body: "Look" }, [file("a.png", bytes(picture.png)), file("b.txt")]);
    await write(async (tx) => void (await tx.delete(attachmentThumbs)));
    const [{ id } = { id: "" }] = await lastFiles(ticket);
    expect((await fetched(id, ben, "?thumb")).status).toBe(200);
    expect(await runMaintenance()).toContain("Stored 1 small copy of attached pictures.");
    expect(await db.$count(attachmentThumbs)).toBe(1);
    expect(await runMaintenance()).toContain("Stored 0 small copies of attached pictures.");
  });

  it("has no thumbnail of an undecodable picture, and a partial one of a truncated picture", async () => {
    const ticket = await addTicket(ben);
    const large = await dot.resize(400, 400).jpeg().toBuffer();
    await sendReply(ticket, ada, { body: "Look" }, [file("cut.jpg", bytes(large.subarray(0, large.length - 40)))]);
    const [{ id } = { id: "" }] = await lastFiles(ticket);
    expect((await fetched(id, ben, "?thumb")).headers.get("Content-Type")).toBe("image/webp");
    await write(async (tx) => {
      await tx.delete(attachmentThumbs);
      await tx.update(attachments).set({ bytes: Buffer.from("no picture") });
    });
    expect((await fetched(id, ben, "?thumb")).status).toBe(404);
  });

  it("refers to a picture that maintenance does not decode again after a failure", async () => {
    const ticket = await addTicket(ben);
    await sendReply(ticket, ada, { body: "Look" }, [file("a.png", bytes(picture.png))]);
    const [{ id } = { id: "" }] = await lastFiles(ticket);
    await write(async (tx) => {
      await tx.delete(attachmentThumbs);
      await tx.update(attachments).set({ bytes: Buffer.from("no picture") });
    });
    const stored = "Stored 0 small copies of attached pictures.";
    expect(await runMaintenance()).toContain(stored);
    await write(async (tx) => void tx.run(sql`alter table ${attachments} rename column bytes to elsewhere`)); // reading the bytes fails now
    expect(await runMaintenance()).toContain(stored);
    expect((await fetched(id, ben, "?thumb")).status).toBe(404);
  });

  it("answers “not modified” for a cached file, to users who may still see it", async () => {
    const ticket = await addTicket(ben);
    await sendReply(ticket, ada, { body: "Look" }, [file("a.txt")]);
    const [{ id } = { id: "" }] = await lastFiles(ticket);
    const { headers } = await fetched(id, ben);
    expect(headers.get("Cache-Control")).toBe("private, no-cache");
    const again = async (person: User) =>
      run<string>(
        loader,
        await signedIn(get(`/support/attachments/${id}`, { "If-None-Match": headers.get("ETag") ?? "" }), person),
        { id },
      );
    expect(await again(ben)).toMatchObject({ status: 304 });
    await write(async (tx) => void tx.run(sql`alter table ${attachments} rename column bytes to elsewhere`)); // reading the bytes fails now
    expect(await again(ben)).toMatchObject({ status: 304 });
    await expect(fetched(id, ben)).rejects.toThrow();
    await replyResource.trash(ada, [(await pageOf(ticket, ada)).replies.at(-1)?.id ?? 0]);
    expect((await again(ben)).status).toBe(404);
  });

  it("does not exist for others while the file waits, nor after its message was undone", async () => {
    const ticket = await addTicket(ben);
    await sendReply(ticket, ada, { body: "Look", keep: "draft" }, [file("a.txt")]);
    const [{ id } = { id: "" }] = (await pageOf(ticket, ada)).writing.files;
    expect([(await fetched(id, ada)).status, (await fetched(id, ben)).status]).toEqual([200, 404]);
    await sendReply(ticket, ada, { body: "Look" });
    expect((await fetched(id, ben)).status).toBe(200);
    await replyResource.trash(ada, [(await pageOf(ticket, ada)).replies.at(-1)?.id ?? 0]);
    expect([(await fetched(id, ada)).status, (await fetched("none", ada)).status]).toEqual([404, 404]);
  });
});

it("maintenance deletes unsent files after two days, and nothing else", async () => {
  const ticket = await addTicket(ben);
  await sendReply(ticket, ada, { body: "Look" }, [file("sent.txt", "sent")]);
  await sendReply(ticket, ada, { body: "", keep: "draft" }, [file("old.txt", "old"), file("new.txt", "new")]);
  const old = new Date(Date.now() - 49 * 3_600_000);
  await write(async (tx) => {
    for (const name of ["sent.txt", "old.txt"])
      await tx.update(attachments).set({ createdAt: old }).where(eq(attachments.name, name));
  });
  expect(await runMaintenance()).toContain("Deleted 1 attachment that was not sent for two days.");
  expect((await db.select({ name: attachments.name }).from(attachments)).map(({ name }) => name).sort()).toEqual([
    "new.txt",
    "sent.txt",
  ]);
});

it("file sizes are rounded up, so that one byte too many is visible", () => {
  const megabyte = 1024 * 1024;
  const sizes = [4, 1023, 1024, 1025, megabyte - 1, megabyte, maxAttachmentBytes, maxAttachmentBytes + 1];
  expect(sizes.map(inBytes)).toEqual(["4 B", "1023 B", "1 KB", "2 KB", "1 MB", "1 MB", "5 MB", "5.1 MB"]);
});
