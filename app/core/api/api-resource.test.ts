/** Covers features that users do not have: changes by PATCH, `false` for an absent record, read-only resources. */
import { expect, it } from "vitest";
import { z } from "zod";
import { invalidRequest } from "~/core/http/api.server";
import { cast, testDatabase } from "~/testing/database";
import { get, run, send } from "~/testing/requests";
import { userResource } from "~/features/users/users.server";
import { apiOf } from "./api-resource.server";

testDatabase();

const { ada, ben, dan } = cast;
const Card = z.object({ id: z.int(), reach: z.object({ phone: z.string(), country: z.string() }), role: z.string() });
const Body = z.object({
  reach: z.object({ phone: z.string(), country: z.string().default("Nowhere") }).optional(),
  role: z.string().default("None"),
});
const base = {
  of: userResource,
  listing: { ...userResource.listing, path: "/cards" },
  shape: Card,
  show: (user: typeof dan) => ({ id: user.id, reach: { phone: user.phone, country: user.country }, role: user.role }),
  example: { id: 6, reach: { phone: "1", country: "Norway" }, role: "UX Designer" },
};

/** Simulates a concurrent change between reading a record and changing it. */
let meanwhile: (() => Promise<unknown>) | undefined;

const cards = apiOf({
  ...base,
  absent: "false",
  create: {
    body: Body,
    values: () => ({ name: "Carl", email: "carl@example.com", role: "", status: "Pending" as const }),
    example: {},
  },
  change: {
    method: "PATCH",
    body: Body,
    values: async ({ reach, role }, before) => {
      const act = meanwhile;
      meanwhile = undefined;
      await act?.();
      if (reach?.country === "Atlantis") return invalidRequest({ reach: "Choose a country above the water" });
      return { ...reach, ...(role !== undefined && { role: `${before.role} and ${role}` }) };
    },
    example: {},
  },
});
const onlyRead = apiOf({ ...base, listing: { ...userResource.listing, path: "/readers" } });

const ask = (search: string) => run(({ request }) => cards.read(ada, request), get(`/api/cards${search}`));
const change = (method: string, search: string, body?: unknown, headers?: Record<string, string>) =>
  run<Record<string, unknown>>(
    ({ request }) => cards.write(ada, request),
    send(method, `/api/cards${search}`, body, headers),
  );
const shownDan = { id: 6, reach: { phone: dan.phone, country: dan.country }, role: dan.role };

it("an API resource returns false for an absent record if the resource defines it so", async () => {
  expect(await ask("?id=6")).toMatchObject({ status: 200, data: shownDan });
  for (const id of ["999", "abc", ""]) expect(await ask(`?id=${id}`)).toMatchObject({ status: 200, data: false });
});

it("an API resource patches the record in ?id=: nested objects partially, and missing fields get no default", async () => {
  expect((await change("PATCH", "?id=6", { id: 1, reach: { country: "Peru" } })).data).toEqual({
    user: { ...shownDan, reach: { phone: dan.phone, country: "Peru" } },
  });
  expect((await change("PATCH", "?id=6", { reach: { phone: "5" } })).data).toEqual({
    user: { ...shownDan, reach: { phone: "5", country: "Peru" } },
  });
});

it("an API resource converts the changed fields of a body to columns, given the current record", async () => {
  expect((await change("PATCH", "?id=6", { ...shownDan, role: "Poet" })).data).toEqual({
    user: { ...shownDan, role: `${dan.role} and Poet` },
  });
  expect(await change("PATCH", "?id=6", { reach: { country: "Atlantis" } })).toMatchObject({
    status: 400,
    data: { errors: { reach: expect.stringContaining("water") } },
  });
});

it("an API resource retries when somebody else changed the record meanwhile, unless If-Match forbids it", async () => {
  const byBen = () => userResource.change(ben, 6, { role: "Sailor", phone: "7" });
  meanwhile = byBen;
  expect((await change("PATCH", "?id=6", { role: "Poet" })).data).toEqual({
    user: { ...shownDan, reach: { ...shownDan.reach, phone: "7" }, role: "Sailor and Poet" },
  });
  meanwhile = () => userResource.change(ben, 6, { role: "Cook" });
  expect((await change("PATCH", "?id=6", { role: "Singer" }, { "If-Match": '"3"' })).status).toBe(412);
  expect(await userResource.unrestricted.get(6)).toMatchObject({ role: "Cook" });
});

it.each([
  ["PATCH without an id", "PATCH", "", { role: "Poet" }, 400],
  ["PATCH with an id that is none", "PATCH", "?id=x", { role: "Poet" }, 400],
  ["PATCH without a body", "PATCH", "?id=6", undefined, 400],
  ["PATCH of an absent record", "PATCH", "?id=999", { role: "Poet" }, 404],
  ["DELETE of an absent record", "DELETE", "?id=999", undefined, 404],
  ["POST of nothing, where nothing is needed", "POST", "", {}, 400],
  ["PUT", "PUT", "", { id: 6 }, 405],
])("%s is refused", async (_, method, search, body, status) => {
  const before = await userResource.unrestricted.find(6);
  expect((await change(method, search, body)).status).toBe(status);
  expect(await userResource.unrestricted.find(6)).toEqual(before);
});

it("an API resource creates a record from any valid body", async () => {
  expect(await change("POST", "", { role: "Poet" })).toMatchObject({ status: 200, data: { user: { role: "" } } });
});

it("an API resource deletes a record, and returns what remains in the same shape", async () => {
  const { data } = await run<unknown[]>(
    ({ request }) => cards.write(ada, request),
    send("DELETE", "/api/cards", { ids: ["5", 4] }),
  );
  expect(data).toHaveLength(4);
  expect(data.at(-1)).toEqual(shownDan);
});

it("an API resource allows no changes of a read-only resource", async () => {
  const answer = await run(({ request }) => onlyRead.write(ada, request), send("DELETE", "/api/readers?id=6"));
  expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "GET"]);
  expect((await run(({ request }) => onlyRead.read(ada, request), get("/api/readers?id=6"))).data).toEqual(shownDan);
});
