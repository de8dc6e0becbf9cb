import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { draftOf } from "~/core/values/browser-storage";
import { keepFormOnNetworkError } from "./network-error";

beforeEach(() => void vi.stubGlobal("location", new URL("http://portico.test/users/3?list=1")));
afterEach(() => void vi.unstubAllGlobals());

const form = new URLSearchParams([
  ["name", "Ada"],
  ["tags", "a"],
  ["tags", "b"],
  ["password", "green kettle"],
  ["revision", "7"],
  ["key", "once"],
]);
const send = (serverAction: () => Promise<unknown>, path = "/users/3") =>
  keepFormOnNetworkError({
    request: new Request(`http://portico.test${path}`, { method: "POST", body: form }),
    params: {},
    serverAction: serverAction as <T>() => Promise<T>,
  });

test.each([
  new TypeError("Failed to fetch"),
  new Error("Unable to decode turbo-stream response from URL: /users/3.data"),
])("a form keeps its input when there is no response: %s", async (error) => {
  const answer = (await send(() => Promise.reject(error))) as Response;
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({
    form: {
      fields: { name: ["Ada"], tags: ["a", "b"], revision: ["7"], key: ["once"] },
      errors: { "": expect.stringContaining("could not be reached, so this may have been saved or not") },
      unanswered: true,
      revision: 7,
      key: "once",
    },
  });
});

test("responses and all other errors pass unchanged", async () => {
  expect(await send(() => Promise.resolve("saved"))).toBe("saved");
  await expect(send(() => Promise.reject(new TypeError("x is undefined")))).rejects.toThrow("x is undefined");
  await expect(send(() => Promise.reject(new Response(null, { status: 404 })))).rejects.toBeInstanceOf(Response);
});

test.each([413, 503])(
  "a form that the server did not read (%i) keeps its input, with the server's sentence",
  async (status) => {
    const data = { message: "Too many files are being sent." };
    const error = Object.assign(new Error(), { status, statusText: "", internal: false, data });
    const answer = (await send(() => Promise.reject(error))) as Response;
    expect(answer.status).toBe(status);
    const { form } = (await answer.json()) as { form: object };
    expect(form).toMatchObject({ fields: { name: ["Ada"] }, errors: { "": "Too many files are being sent." } });
    expect(form).not.toHaveProperty("unanswered");
    await expect(send(() => Promise.reject(error), "/undo")).rejects.toBe(error);
  },
);

test.each([
  ["/users/7", true],
  ["/users/3?sent=7", true],
  ["/login?from=%2Fusers%2F3", false],
  ["/confirm?asked=AAAA", false],
  ["/settings/two-factor-authentication", false],
  [undefined, false],
])("a form that redirects to %s drops its draft: %s", async (to, isDropped) => {
  const removeItem = vi.fn();
  vi.stubGlobal("localStorage", { removeItem });
  const answer = new Response(null, { status: 303, headers: to === undefined ? {} : { Location: to } });
  await expect(send(() => Promise.reject(answer))).rejects.toBe(answer);
  expect(removeItem.mock.calls).toEqual(isDropped ? [[expect.stringContaining(draftOf("/users/3"))]] : []);
});

test("a form of a conflict page keeps the versions that were chosen", async () => {
  const body = new URLSearchParams([
    ["name", "Mine"],
    ["pick:name", "theirs"],
    ["theirs:name", "Theirs"],
    ["country", "Ghana"],
    ["pick:country", "mine"],
    ["theirs:country", "Chile"],
  ]);
  const request = new Request("http://portico.test/users/3", { method: "POST", body });
  const serverAction = () => Promise.reject(new TypeError("Failed to fetch"));
  const answer = (await keepFormOnNetworkError({ request, params: {}, serverAction })) as Response;
  expect(((await answer.json()) as { form: object }).form).toMatchObject({
    fields: { name: ["Theirs"], country: ["Ghana"] },
  });
});

test.each([
  ["keeps its input", "/users/3?list=1", "/users/3", 401],
  ["is not affected by a login that leads elsewhere", "/users", "/users/3", 303],
  ["is not shown again if it was posted to another page", "/users/3?list=1", "/undo", 303],
  ["keeps its input if it was posted to another address in place", "/users/3?list=1", "/triage?inPlace", 401],
])("the form of a user who was signed out %s", async (_, from, sentTo, status) => {
  const removeItem = vi.fn();
  vi.stubGlobal("localStorage", { removeItem });
  const headers = { Location: `/login?${new URLSearchParams({ from })}` };
  const leadsToLogIn = () => Promise.reject(new Response(null, { status: 303, headers }));
  const answer = (await send(leadsToLogIn, sentTo).catch((thrown: unknown) => thrown)) as Response;
  expect(answer.status).toBe(status);
  if (status === 401)
    expect(await answer.json()).toMatchObject({
      form: { fields: { name: ["Ada"] }, errors: { "": expect.stringContaining("signed out") }, signedOut: true },
    });
  expect(removeItem).not.toHaveBeenCalled();
});

test("a draft stored in the browser is restored without reaching the server", async () => {
  const draft = { fields: { name: ["Ada"] }, errors: {}, restored: 1_764_000_000_000 };
  const answer = (await keepFormOnNetworkError({
    request: new Request("http://portico.test/users/create", {
      method: "POST",
      body: JSON.stringify(draft),
      headers: { "Content-Type": "application/json" },
    }),
    params: {},
    serverAction: () => Promise.reject(new Error("The server was asked.")),
  })) as Response;
  expect(await answer.json()).toEqual({ form: draft });
});
