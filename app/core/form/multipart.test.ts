import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type Answer, run } from "~/testing/requests";
import { parseForm, readForm, rejectForm } from "./form.server";
import { maxPictureBytes } from "./form-state";
import { readMultipart } from "./multipart.server";

const megabyte = 1024 * 1024;
const Form = z.object({ name: z.string(), note: z.string().optional() });

const picture = (size: number, name = "me.png") => new File([Buffer.alloc(size, 0xd5)], name, { type: "image/png" });

function sent(...entries: [name: string, value: string | File][]) {
  const form = new FormData();
  for (const [name, value] of entries)
    typeof value === "string" ? form.append(name, value) : form.append(name, value, value.name);
  return new Request("http://portico.test/", { method: "POST", body: form });
}

/** Returns the request with its body streamed in chunks of `size` bytes. */
async function inPieces(request: Request, size: number, end?: number) {
  const bytes = new Uint8Array(await request.arrayBuffer()).subarray(0, end);
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
  return new Request(request.url, { method: "POST", body, headers: request.headers, duplex: "half" });
}

const parse = (request: Request) => parseForm(request, Form, maxPictureBytes);

interface Refused {
  form: { fields: Record<string, string>; errors: Record<string, string> };
}
const refusal = (request: Request): Promise<Answer<Refused>> =>
  run(async ({ request }) => rejectForm(await parse(request)), request);

describe("a form with an empty file", () => {
  it("keeps the input and reports the empty file beside the field", async () => {
    const { status, data } = await refusal(sent(["name", "Ada"], ["picture", new File([], "ada.png")]));
    expect([status, data.form.errors, data.form.fields.name]).toEqual([
      400,
      { picture: "This file is empty. Choose another one." },
      "Ada",
    ]);
  });

  it("reports it even if other files of the field are not empty, and keeps those", async () => {
    const form = await parse(sent(["name", "Ada"], ["picture", picture(3)], ["picture", new File([], "empty.png")]));
    expect([form.errors, form.files.picture?.length]).toEqual([
      { picture: "“empty.png” is empty. Choose another one." },
      1,
    ]);
  });

  it("does not include a file input without a choice, which browsers send as a file without a name", async () => {
    const part = (rest: string) => `--b\r\nContent-Disposition: form-data; ${rest}\r\n`;
    const body = `${part('name="name"\r\n\r\nAda')}${part('name="picture"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n')}--b--\r\n`;
    const headers = { "Content-Type": "multipart/form-data; boundary=b" };
    expect(await parse(new Request("http://portico.test/", { method: "POST", body, headers }))).toMatchObject({
      ok: true,
      files: {},
      values: { name: "Ada" },
    });
  });
});

describe("a form with a file that is too large", () => {
  const tooLarge = ["picture", picture(9 * megabyte)] as const;
  const name = ["name", "Ada"] as const;

  it.each([
    ["first", [tooLarge, name]],
    ["last", [name, tooLarge]],
    ["between others", [name, tooLarge, ["note", "é😀\r\n--x"] as const]],
  ])("keeps the input and reports it beside the field, when it stands %s", async (_, entries) => {
    const { status, data } = await refusal(
      sent(...entries.map(([name, value]): [string, string | File] => [name, value])),
    );
    expect(status).toBe(413);
    expect(data.form.errors).toEqual({ picture: "This file is larger than 8 MB. Choose a smaller one." });
    expect(data.form.fields.name).toBe("Ada");
    if (entries.length === 3) expect(data.form.fields.note).toBe("é😀\r\n--x");
  });

  it("reports all other errors at the same time, and keeps the other file", async () => {
    const form = await parse(sent(["note", "no name"], ["picture", picture(9 * megabyte)], ["cover", picture(3)]));
    expect(Object.keys(form.errors).sort()).toEqual(["name", "picture"]);
    expect(form.files.cover?.[0]?.size).toBe(3);
    expect(form.files.picture).toBeUndefined();
  });

  it("starts at one byte more than 8 MB", async () => {
    expect((await parse(sent(["name", "Ada"], ["picture", picture(maxPictureBytes)]))).files.picture?.[0]?.size).toBe(
      maxPictureBytes,
    );
    expect((await parse(sent(["name", "Ada"], ["picture", picture(maxPictureBytes + 1)]))).errors.picture).toBe(
      "This file is larger than 8 MB. Choose a smaller one.",
    );
  });

  it("does not include two files that are too large only together", async () => {
    const form = await parse(
      sent(["name", "Ada"], ["picture", picture(4.5 * megabyte)], ["cover", picture(4.5 * megabyte)]),
    );
    expect(form).toMatchObject({
      ok: true,
      files: { picture: [{ size: 4.5 * megabyte }], cover: [{ size: 4.5 * megabyte }] },
    });
  });

  it("is as damaged as any other form when it breaks off", async () => {
    for (const end of [5 * megabyte, 9 * megabyte]) {
      expect(
        await run(
          ({ request }) => parse(request),
          await inPieces(sent(["name", "Ada"], ["picture", picture(9 * megabyte)]), 65_536, end),
        ),
      ).toMatchObject({ status: 400 });
    }
  });
});

describe("a form with files", () => {
  it("is parsed the same in whatever pieces it arrives", async () => {
    const entries: [string, string | File][] = [
      ["name", "\r\n--\r\n\r\n-"],
      ["picture", new File(["\r\n\r\n--edge\r\n-"], 'a;b="c" filename=é.png')],
      ["note", ""],
      ["note", "x".repeat(300)],
    ];
    const whole = await sent(...entries).formData();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 400 }), async (size) => {
        const request = await inPieces(sent(...entries), size);
        const { form } = await readMultipart(request, request.headers.get("Content-Type") ?? "", {
          fields: 4,
          text: megabyte,
          file: 100,
          files: 100,
        });
        expect(await Promise.all([...form].map(seen))).toEqual(await Promise.all([...whole].map(seen)));
      }),
      { numRuns: 60 },
    );
  });

  it("has all files of a field in order, except those that are too large", async () => {
    const names = async (...files: File[]) =>
      (
        await parse(sent(["name", "Ada"], ...files.map((file): [string, File] => ["picture", file])))
      ).files.picture?.map(({ name }) => name);
    expect(await names(picture(1, "one.png"), picture(2, "two.png"))).toEqual(["one.png", "two.png"]);
    expect(await names(picture(1, "one.png"), picture(9 * megabyte, "two.png"), picture(3, "three.png"))).toEqual([
      "one.png",
      "three.png",
    ]);
  });

  it("keeps its input and the first 20 files when there are 200, without holding the others in memory", async () => {
    const pictures = Array.from({ length: 200 }, (_, place): [string, File] => [
      "picture",
      picture(10, `${place}.png`),
    ]);
    const form = await parse(sent(["name", "Ada"], ...pictures, ["note", "After the files"]));
    expect(form).toMatchObject({ ok: false, status: 413, fields: { name: "Ada", note: "After the files" } });
    expect(form.errors).toEqual({ picture: "At most 20 files can be sent at once. Choose fewer." });
    expect(form.files.picture?.map(({ name }) => name)).toEqual(pictures.slice(0, 20).map(([, { name }]) => name));
  });

  it("may have 1 MB of text, in one field or in many, and not much more", async () => {
    expect((await parse(sent(["name", "x".repeat(megabyte - 1000)]))).ok).toBe(true);
    const many = Array.from({ length: 1500 }, (): [string, string] => ["note", "x".repeat(1000)]);
    for (const request of [
      sent(["name", "x".repeat(megabyte + 1)]),
      sent(["picture", picture(10)], ["name", "x".repeat(3 * megabyte)]),
      sent(...many),
    ]) {
      expect(await run(({ request }) => parse(request), request)).toMatchObject({
        status: 413,
        data: { message: expect.stringContaining("1 MB of text") as string },
      });
    }
  });

  it("has no files in fields that do not expect any", async () => {
    const request = () => sent(["name", "Ada"], ["picture", picture(100)]);
    expect(await parseForm(request(), Form)).toMatchObject({ ok: true, values: { name: "Ada" }, files: {} });
    expect((await readForm(request())).get("name")).toBe("Ada");
  });

  it.each([
    ["no boundary", "multipart/form-data", "--x\r\n"],
    [
      "a head without end",
      "multipart/form-data; boundary=x",
      `--x\r\nContent-Disposition: form-data; ${"a".repeat(60_000)}`,
    ],
    [
      "a part without a name",
      "multipart/form-data; boundary=x",
      "--x\r\nContent-Disposition: form-data\r\n\r\nhello\r\n--x--\r\n",
    ],
    ["nothing", "multipart/form-data; boundary=x", ""],
  ])("is refused with a message when it has %s", async (_, type, body) => {
    const request = new Request("http://portico.test/", { method: "POST", body, headers: { "Content-Type": type } });
    expect(await run(({ request }) => parse(request), request)).toMatchObject({
      status: 400,
      data: { message: expect.stringContaining("send it again") as string },
    });
  });
});

const seen = async ([name, value]: [string, FormDataEntryValue]) => [
  name,
  typeof value === "string" ? value : [value.name, value.type, await value.text()],
];
