import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { userRoles } from "db/lookups";
import { post, run } from "~/testing/requests";
import { valuesOf } from "~/core/http/api.server";
import { errorMessages } from "~/core/values/error-messages.server";
import { parseForm, readForm, rejectForm } from "./form.server";
import { choice, email, phone, text } from "./rules";

const Form = z.object({
  name: text({ max: 20, ask: "Enter a name" }),
  email: email(),
  phone: phone().optional(),
  role: choice(userRoles, "Choose a role").optional(),
  password: z.string().optional(),
  colors: z.array(z.enum(["red", "blue"], "Choose red or blue")).optional(),
});
const good = { name: "Ada", email: "ada@example.com" };
const parse = (fields: Record<string, string | string[]>) => parseForm(post("/", fields), Form);

describe("a form", () => {
  it("is parsed by its schema", async () => {
    expect(
      await parse({ ...good, email: " ADA@Example.com ", role: "it support", colors: ["red", "blue"] }),
    ).toMatchObject({
      ok: true,
      values: { name: "Ada", email: "ada@example.com", role: "IT Support", colors: ["red", "blue"] },
    });
  });

  it("is returned with its input and a message for each invalid field", async () => {
    expect(await parse({ name: "  ", email: "nonsense", colors: ["green"] })).toMatchObject({
      ok: false,
      fields: { name: "  ", email: "nonsense", colors: ["green"] },
      errors: {
        name: "Enter a name",
        email: "Enter a full address, such as name@example.com",
        colors: "Choose red or blue",
      },
    });
  });

  it("is never returned with its password", async () => {
    const form = await parse({ ...good, name: "", password: "secret" });
    expect(JSON.stringify(form)).not.toContain("secret");
  });

  it("a form with a duplicate field is refused", async () => {
    expect(await parse({ ...good, name: ["Ada", "Eve"] })).toMatchObject({
      ok: false,
      errors: { name: "This field was sent twice. Send it once." },
    });
  });

  it("ignores unknown fields, even dangerous ones", async () => {
    const form = await parse({ ...good, __proto__: "x", constructor: "y", isAdmin: "true" });
    expect(form.ok && Object.keys(form.values).sort()).toEqual(["colors", "email", "name"]);
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  });

  it.each(["a\0b", "line\nbreak", "line\u2028break", "x".repeat(21), "tab\there"])(
    "refuses %j as a name",
    async (name) => {
      const form = await parse({ ...good, name });
      expect(form.errors.name).toMatch(/\w/);
    },
  );

  it.each(["<script>alert(1)</script>".slice(0, 20), "O'Brien 100%", "😀 Ada", "\u202Eada", "مها", "__proto__"])(
    "keeps %j as it is",
    async (name) => {
      expect(await parse({ ...good, name })).toMatchObject({ ok: true, values: { name } });
    },
  );

  it("treats a name of invisible characters as missing", async () => {
    for (const name of ["\u200F\u200E", "\u200B", "\u00AD"])
      expect((await parse({ ...good, name })).errors.name).toBe("Enter a name");
  });

  it("says whether a phone number has invalid characters or is too short", async () => {
    expect((await parse({ ...good, phone: "call me" })).errors.phone).toMatch(/only/);
    expect((await parse({ ...good, phone: "12" })).errors.phone).toMatch(/at least 3 digits/);
    for (const short of ["+1", "+44 1", "0044 123", "+44 1234"])
      expect((await parse({ ...good, phone: short })).errors.phone, short).toMatch(/at least 7 digits after \+ or 00/);
    for (const phone of ["4711", "+683 4001", "020 5550 0118"])
      expect(await parse({ ...good, phone }), phone).toMatchObject({ ok: true });
    expect((await parse({ ...good, phone: "1".repeat(31) })).errors.phone).toMatch(/30 characters/);
    expect(await parse({ ...good, phone: "" })).toMatchObject({ ok: true });
  });

  it("refuses an e-mail address that no mail server accepts, and a file in place of text", async () => {
    expect((await parse({ ...good, email: `${"a".repeat(60)}@${"b.".repeat(100)}example` })).errors.email).toMatch(
      /254/,
    );
    const body = new FormData();
    body.append("name", new File(["Ada"], "name.txt"));
    const form = await parseForm(new Request("http://portico.test/", { method: "POST", body }), Form);
    expect([form.errors.name, form.fields.name]).toEqual(["Enter a name", undefined]);
  });

  it("refuses a lone surrogate, which JSON can contain but forms cannot", () => {
    expect(Form.shape.name.safeParse("\uD800").success).toBe(false);
  });

  it("ignores a malformed revision or form key", async () => {
    const key = crypto.randomUUID();
    expect(await parse({ ...good, revision: "7", key })).toMatchObject({ revision: 7, key });
    for (const revision of ["7; drop table", "1e3", "-1", "9999999999"])
      expect(await parse({ ...good, revision, key: "../../etc" })).toMatchObject({ revision: 0, key: undefined });
    expect(await parse(good)).toMatchObject({ revision: 0, key: undefined });
  });

  it("a form that is refused is returned with its revision and form key", async () => {
    const key = crypto.randomUUID();
    const { data } = await run(
      async ({ request }) => rejectForm(await parseForm(request, Form)),
      post("/", { ...good, name: "", revision: "7", key }),
    );
    expect(data).toMatchObject({ form: { fields: { name: "" }, revision: 7, key } });
  });

  it("a form with an invalid body gets 400 with a message", async () => {
    const damaged = new Request("http://portico.test/", {
      method: "POST",
      body: "--x\r\nbroken",
      headers: { "Content-Type": "multipart/form-data; boundary=y" },
    });
    expect(await run(({ request }) => parseForm(request, Form), damaged)).toMatchObject({
      status: 400,
      data: { message: expect.stringContaining("send it again") },
    });
  });

  it("a form with a hundred thousand fields gets 413, in both encodings", async () => {
    const many = new FormData();
    for (let field = 0; field < 3000; field++) many.append("name", "x");
    for (const body of ["name=x&".repeat(100_000), many]) {
      const headers: HeadersInit =
        typeof body === "string" ? { "Content-Type": "application/x-www-form-urlencoded" } : {};
      const request = new Request("http://portico.test/", { method: "POST", body, headers });
      expect(await run(({ request }) => parseForm(request, Form), request)).toMatchObject({
        status: 413,
        data: { message: expect.stringContaining("too many fields") },
      });
    }
  });

  it("a form with too many fields gets 413 before they are parsed", async () => {
    const part = '--edge\r\nContent-Disposition: form-data; name="name"\r\n\r\nx\r\n';
    for (const type of [
      "multipart/form-data; boundary=edge",
      "Multipart/Form-Data; boundary=edge",
      'multipart/form-data; charset=utf-8; Boundary="edge"',
    ]) {
      const endless = new Request("http://portico.test/", {
        method: "POST",
        body: part.repeat(100_000),
        headers: { "Content-Type": type },
      });
      expect(await run(({ request }) => parseForm(request, Form), endless)).toMatchObject({ status: 413 });
    }
  });

  it("a form with too much text gets 413, whatever let it through", async () => {
    const long = new Request("http://portico.test/", {
      method: "POST",
      body: `name=${"x".repeat(1024 * 1024)}`,
      headers: { "Content-Type": "text/plain" },
    });
    expect(await run(({ request }) => parseForm(request, Form), long)).toMatchObject({
      status: 413,
      data: { message: expect.stringContaining("1 MB of text") },
    });
  });

  it("may have two thousand fields and not one more", async () => {
    for (const [count, status] of [
      [2000, 200],
      [2001, 413],
    ] as const) {
      const many = new FormData();
      for (let field = 0; field < count; field++) many.append("name", "x");
      for (const body of [many, new URLSearchParams("name=x&".repeat(count).slice(0, -1))]) {
        const request = new Request("http://portico.test/", { method: "POST", body });
        expect(
          await run(async ({ request }) => (await readForm(request)).getAll("name").length, request),
        ).toMatchObject({ status });
      }
    }
  });

  it("has either values or errors, whatever is sent", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom("name", "email", "phone", "role", "colors"), fc.string({ unit: "binary" })),
        async (fields) => {
          const form = await parse(fields);
          expect(form.ok).toBe(Object.keys(form.errors).length === 0);
          for (const message of Object.values(form.errors)) expect(message).toMatch(/^[A-Z].{5,}/);
          for (const [name, typed] of Object.entries(fields))
            if (name !== "colors") expect(form.fields[name]).toBe(Buffer.from(typed).toString());
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("a form with rows", () => {
  const Line = z.object({
    product: text({ max: 20, ask: "Enter a product" }),
    count: z.coerce.number("Enter a number").max(9, "At most 9"),
    sizes: z.array(z.enum(["s", "m"], "Choose s or m")).optional(),
  });
  const Order = z.object({
    note: text({ max: 20 }),
    lines: z.array(Line).min(1, "Add a line").max(3, "At most 3 lines"),
    to: z.object({ city: text({ max: 20, ask: "Enter a city" }) }),
  });
  const order = {
    note: "",
    "to.city": "Oslo",
    "lines.7.product": "Lamp",
    "lines.7.count": "2",
    "lines.7.sizes": ["s", "m"],
    "lines.12.product": "Sofa",
    "lines.12.count": "1",
  };
  const parseOrder = (fields: Record<string, string | string[]>) => parseForm(post("/", fields), Order);

  it("has nested values, row by row in the order of the form", async () => {
    expect(await parseOrder(order)).toMatchObject({
      ok: true,
      values: {
        note: "",
        to: { city: "Oslo" },
        lines: [
          { product: "Lamp", count: 2, sizes: ["s", "m"] },
          { product: "Sofa", count: 1, sizes: [] },
        ],
      },
    });
  });

  it("reports errors by the names of its fields, and returns the input", async () => {
    const typed = {
      ...order,
      "to.city": "",
      "lines.12.count": "99",
      "lines.12.sizes": ["xl"],
      "lines.7.product": ["Lamp", "Desk"],
    };
    expect(await parseOrder(typed)).toMatchObject({
      ok: false,
      fields: {
        "to.city": "",
        "lines.7.product": "Lamp",
        "lines.7.sizes": ["s", "m"],
        "lines.12.count": "99",
        "lines.12.sizes": ["xl"],
      },
      errors: {
        "to.city": "Enter a city",
        "lines.7.product": "This field was sent twice. Send it once.",
        "lines.12.count": "At most 9",
        "lines.12.sizes": "Choose s or m",
      },
    });
  });

  it("a form with rows in JSON reports errors by paths in the body", async () => {
    const body = {
      note: 3,
      to: {},
      lines: [
        { product: "Lamp", count: 1 },
        { product: "", count: 99, sizes: ["s", "xl"] },
      ],
    };
    expect(await run(() => valuesOf(Order, body), post("/"))).toMatchObject({
      status: 400,
      data: {
        errors: {
          note: "Enter text here",
          "to.city": "Enter a city",
          "lines.1.product": "Enter a product",
          "lines.1.count": "At most 9",
          "lines.1.sizes.1": "Choose s or m",
        },
      },
    });
  });

  it("reports errors about the rows as a whole separately", async () => {
    expect(await parseOrder({ note: "", "to.city": "Oslo" })).toMatchObject({
      ok: false,
      errors: { lines: "Add a line" },
    });
    const many = Object.fromEntries(
      [1, 2, 3, 4].flatMap((row) => [
        [`lines.${row}.product`, "Lamp"],
        [`lines.${row}.count`, "1"],
      ]),
    );
    expect(await parseOrder({ ...order, ...many })).toMatchObject({ ok: false, errors: { lines: "At most 3 lines" } });
  });

  it("accepts only rows with plain numbers", async () => {
    const odd = [
      "lines.__proto__.product",
      "lines.-1.product",
      "lines.01.product",
      "lines.1e3.product",
      "lines.9999999.product",
      "lines.length",
      "lines..product",
      "lines[0].product",
      "__proto__.lines.0.product",
    ];
    const form = await parseOrder({ ...order, ...Object.fromEntries(odd.map((name) => [name, "x"])) });
    expect(form.ok && form.values.lines).toHaveLength(2);
    expect(({} as Record<string, unknown>).product).toBeUndefined();
  });

  it("finds its rows inside of other schema types", async () => {
    const Row = z.object({ product: text({ max: 20, ask: "Enter a product" }) });
    const listed = <Rule extends z.ZodType>(lines: Rule) => parseForm(post("/", order), z.object({ lines }));
    const rows = z.array(Row);
    const listsOf = [
      rows.nullable(),
      rows.nullish(),
      rows.default([]),
      rows.prefault([]),
      rows.catch([]),
      rows.readonly(),
      rows.optional().nonoptional(),
      z.union([z.null(), rows]),
      rows.or(z.string()),
      rows.transform((lines) => lines),
      rows.refine((lines) => lines.length > 1),
      rows.pipe(z.array(Row)),
      z.preprocess((lines) => lines, rows.nullable()),
      z.array(Row.nullable()),
      z.array(Row.transform((line) => line)),
      z.array(z.preprocess((line) => line, Row)),
      z.array(z.union([z.string(), Row])),
    ];
    for (const lines of listsOf)
      expect(await listed(lines)).toMatchObject({
        ok: true,
        values: { lines: [{ product: "Lamp" }, { product: "Sofa" }] },
      });
  });

  it("finds plain lists inside of other schema types", async () => {
    for (const offers of [
      z.array(text({ max: 20 })).nullable(),
      z.preprocess((texts) => texts, z.array(z.string())),
      z.union([z.null(), z.array(z.string())]),
    ]) {
      expect(await parseForm(post("/", { offers: ["one", "two"] }), z.object({ offers }))).toMatchObject({
        ok: true,
        values: { offers: ["one", "two"] },
      });
    }
  });

  it("takes the rows from a conflict page from the version that was chosen", async () => {
    const form = await parseOrder({
      ...order,
      "theirs:lines.0.product": "Desk",
      "theirs:lines.0.count": "4",
      "pick:lines": "theirs",
      "theirs:note": "no",
      "pick:note": "mine",
    });
    expect(form.ok && form.values).toMatchObject({ note: "", lines: [{ product: "Desk", count: 4 }] });
    expect(form.fields["lines.7.product"]).toBeUndefined();
  });
});

it("a rule without its own message asks for its kind of value", () => {
  const wrong = z
    .object({ lines: z.array(z.string()), customer: z.object({}), tax: z.number(), title: z.string() })
    .safeParse({ customer: null });
  expect(wrong.error && errorMessages(wrong.error)).toEqual({
    lines: "Send a list here",
    customer: "Send an object here",
    tax: "Send a number here",
    title: "Send a text here",
  });
});
