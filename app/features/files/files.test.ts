import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db, write } from "db";
import { files } from "db/schema";
import { deleteUnusedFiles } from "~/maintenance/unused-files.server";
import { initials } from "~/core/values/avatar";
import { cast, testDatabase } from "~/testing/database";
import { get, run, signedIn } from "~/testing/requests";
import { loader as avatar } from "./avatar";
import { loader as file } from "./file";
import { getFile, savePicture } from "~/core/files/files.server";

testDatabase();

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "red" } });
const save = async (bytes: Buffer, fit: "cover" | "inside" = "cover") =>
  savePicture(new File([new Uint8Array(bytes)], "picture"), { side: 256, fit }, cast.ada);
const kept = async (bytes: Buffer, fit: "cover" | "inside" = "cover") => {
  const saved = await save(bytes, fit);
  return Buffer.from((await getFile("address" in saved ? saved.address.slice("/files/".length) : ""))?.bytes ?? "");
};

test.each([
  ["JPEG", () => plain(900, 600).jpeg()],
  ["PNG", () => plain(900, 600).png()],
  ["WebP", () => plain(900, 600).webp()],
])("a %s is accepted as a picture", async (_, draw) => {
  expect(await save(await draw().toBuffer())).toEqual({ address: expect.stringMatching(/^\/files\/[0-9a-f]{64}$/) });
});

test("a picture is cropped or fitted, never enlarged, and stored once", async () => {
  const sides = async (bytes: Buffer) => (({ width, height }) => [width, height])(await sharp(bytes).metadata());
  const large = await plain(900, 600).png().toBuffer();
  expect(await sides(await kept(large))).toEqual([256, 256]);
  expect(await sides(await kept(large, "inside"))).toEqual([256, 171]);
  expect(await sides(await kept(await plain(60, 20).png().toBuffer()))).toEqual([20, 20]);
  expect(await sides(await kept(await plain(20, 20).png().toBuffer()))).toEqual([20, 20]);
  expect(await save(large)).toEqual(await save(large));
});

test("a picture is turned upright, and loses its location and camera data", async () => {
  const right = await sharp({ create: { width: 32, height: 64, channels: 3, background: "blue" } })
    .png()
    .toBuffer();
  const sideways = await plain(64, 64)
    .composite([{ input: right, left: 32, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const upright = await kept(sideways);
  expect(await sharp(upright).metadata()).not.toHaveProperty("exif");
  const colourAt = async (left: number, top: number) => {
    const [red = 0, , blue = 0] = await sharp(upright).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
    return red > blue ? "red" : "blue";
  };
  expect([await colourAt(60, 4), await colourAt(4, 60)]).toEqual(["red", "blue"]);
});

test("a small file that expands to a giant picture is refused", async () => {
  const giant = blackPng(10_000, 8_000);
  expect(giant.length).toBeLessThan(100_000);
  expect(await save(giant)).toEqual({
    error:
      "This picture has 10,000 × 8,000 pixels (80 megapixels). A picture may have at most 64 megapixels: make it smaller, then choose it again.",
  });
});

test("a photo of 48 megapixels, as phones take them, is accepted", async () => {
  const photo = sharp(Buffer.alloc(8_064 * 6_048), { raw: { width: 8_064, height: 6_048, channels: 1 } });
  expect(await save(await photo.jpeg().toBuffer())).toEqual({ address: expect.stringMatching(/^\/files\//) });
  expect(await save(blackPng(800, 600))).toHaveProperty("address");
});

/** A PNG with one bit for each pixel. */
function blackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  const chunk = (name: string, content: Buffer) => {
    const length = Buffer.alloc(4);
    const sum = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(Buffer.concat([Buffer.from(name), content])));
    return Buffer.concat([length, Buffer.from(name), content, sum]);
  };
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

test("a file that is not a picture is refused with its actual type", async () => {
  expect(await save(Buffer.from("%PDF-1.7\n"))).toEqual({
    error: "This file is a PDF document, not a picture that can be shown. Choose a JPEG, PNG or WebP picture.",
  });
  expect(await save(Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic"))).toEqual({
    error: "This file is a HEIC picture, not a picture that can be shown. Choose a JPEG, PNG or WebP picture.",
  });
  expect(await save(await plain(20, 20).gif().toBuffer())).toHaveProperty("address");
});

test("a stored file requires a signed-in user, has its type, and is cached for ever", async () => {
  const saved = await save(await plain(20, 20).png().toBuffer());
  const id = "address" in saved ? saved.address.slice("/files/".length) : "";
  const answer = await run(file, await signedIn(`/files/${id}`, cast.ada), { id });
  expect([answer.status, answer.headers.get("Content-Type"), answer.headers.get("Cache-Control")]).toEqual([
    200,
    "image/webp",
    "private, max-age=31536000, immutable",
  ]);
  expect(await run(file, await signedIn("/files/x", cast.ada), { id: "x" })).toMatchObject({
    status: 404,
    data: { message: "File not found" },
  });
});

test("initials are drawn on the colour in the URL, and only text is inserted", async () => {
  const draw = async (tint: string, letters: string) =>
    (await run<string>(avatar, get(`/avatars/${tint}/x`), { tint, initials: letters })).data;
  expect(await draw("1", "PR.svg")).toMatch(/fill="#d5e5eb".+>PR<\/text>/);
  expect(await draw("6", "PR.svg")).toContain('fill="#e6e5e2"');
  for (const tint of ["0", "7", "x"]) expect(await draw(tint, "PR.svg")).toContain('fill="#d5e5eb"');
  expect(await draw("1", `<"&'>.svg`)).toContain(">&lt;&quot;</text>");
  expect(await draw("1", "<script>")).toContain(">&lt;s</text>");
  expect(await draw("1", "&x.svg")).toContain(">&amp;x</text>");
});

test.each([
  ["Priya Raman", "PR"],
  ["mateo de la cruz", "MC"],
  ["Madonna", "M"],
  ["😀 smith", "😀S"],
  ["  ", "?"],
])("the initials of %j are %j", (name, letters) => {
  expect(initials(name)).toBe(letters);
});

test("a picture that somebody has already is answered without being read", async () => {
  const saved = await save(await plain(9, 9).png().toBuffer());
  const path = "address" in saved ? saved.address : "";
  const ask = async (headers: HeadersInit = {}) =>
    run(file, await signedIn(get(path, headers), cast.ada), { id: path.slice("/files/".length) });
  const tag = (await ask()).headers.get("ETag") ?? "";
  await write(async (tx) => void tx.run(sql`alter table ${files} rename column bytes to elsewhere`)); // reading the bytes fails now
  expect(await ask({ "If-None-Match": `W/${tag}, "other"` })).toMatchObject({ status: 304, data: "" });
  await expect(ask({ "If-None-Match": '"other"' })).rejects.toThrow();
  expect(
    (await run(file, await signedIn(get("/files/none", { "If-None-Match": '"none"' }), cast.ada), { id: "none" }))
      .status,
  ).toBe(404);
});

test("a picture that is uploaded again just before its cleanup is kept", async () => {
  const bytes = await plain(9, 9).png().toBuffer();
  await save(bytes);
  const yesterday = new Date(Date.now() - 86_400_000);
  const age = () => write(async (tx) => void (await tx.update(files).set({ createdAt: new Date(0) })));
  await age();
  await save(bytes);
  expect(await deleteUnusedFiles(yesterday)).toBe(0);

  await age();
  let go = () => {};
  void write(() => new Promise<void>((resolve) => (go = resolve)));
  const uploading = write(async (tx) => void (await tx.update(files).set({ createdAt: new Date() }))); // as an upload does that has its turn first
  const deleting = deleteUnusedFiles(yesterday);
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate); // all is looked at, and both wait for their turn
  go();
  await uploading;
  expect(await deleting).toBe(0);
  expect(await db.$count(files)).toBe(1);
});
