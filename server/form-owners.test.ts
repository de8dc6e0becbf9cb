import { type ActionFunctionArgs, redirect, type ServerBuild } from "@remix-run/node";
import { describe, expect, test, vi } from "vitest";
import { eq } from "drizzle-orm";
import { write } from "db";
import { type User, users } from "db/schema";
import { ownerField, ownerValue } from "~/core/form/form-owner";
import { keepFormOnNetworkError } from "~/core/form/network-error";
import { readForm } from "~/core/form/form.server";
import type { FormState } from "~/core/form/form-state";
import { cast, testDatabase } from "~/testing/database";
import { address, type Answer, post, run, signedIn, toastOf } from "~/testing/requests";
import { withFormOwners } from "./form-owners";
import { peekOwner } from "./peek-owner";

testDatabase();
const { ada, ben } = cast;

const fromPage = { "Sec-Fetch-Site": "same-origin" };

interface Sending {
  path?: string;
  fields?: Record<string, string>;
  headers?: Record<string, string>;
  /** Whether a client script sends it. */
  drawn?: boolean;
  /** Whether it contains the owner field. */
  isMarked?: boolean;
  module?: Record<string, unknown>;
  /** The form itself, instead of its path and fields. */
  body?: FormData;
}

/** Submits a form opened by one user in a browser where another is signed in; returns the outcome. */
async function send(owner: User | undefined, now: User | undefined, sending: Sending = {}) {
  const { path = "/settings", fields = {}, headers = {}, drawn = false, isMarked = true, module = {}, body } = sending;
  const saved: FormData[] = [];
  const action = async ({ request }: ActionFunctionArgs) => {
    saved.push(await readForm(request));
    return null;
  };
  const page = { default: () => null, clientAction: keepFormOnNetworkError, loader: () => null, action, ...module };
  const build = { routes: { page: { id: "page", path, module: page } } } as unknown as ServerBuild;
  const wrapped = withFormOwners(build).routes.page!.module.action!;
  const mark: Record<string, string> = isMarked ? { [ownerField]: ownerValue(owner) } : {};
  const plain = post(path, { ...mark, ...fields }, { ...fromPage, ...headers });
  const form = body ? new Request(plain.url, { method: "POST", body, headers: fromPage }) : plain;
  const request = now ? await signedIn(form, now) : form;
  const answer = await run<{ form?: object; message?: string; title?: string; unsent?: object; resend?: object }>(
    (args) => wrapped({ ...args, context: { nonce: "", requestId: "test", address, drawn } }),
    request,
  );
  return { answer, saved };
}

const toastText = (answer: Answer) => toastOf(answer).text;
const sentence = "You are now signed in as Ben Active; this form was opened as Ada Active.";

describe("a form", () => {
  test("acts for the user it was opened for, and its action does not see the owner field", async () => {
    const { saved } = await send(ada, ada, { fields: { name: "Ada" } });
    expect(saved.map((form) => [...form])).toEqual([[["name", "Ada"]]]);
  });

  test("a form of another user changes nothing, and its input is shown for copying, not in a form", async () => {
    const { answer, saved } = await send(ada, ben, {
      fields: { name: "Typed", password: "green kettle", revision: "7" },
    });
    expect([saved, answer.status, answer.data.form]).toEqual([[], 409, undefined]);
    expect(answer.data).toEqual({
      title: "Somebody else is signed in",
      message: `${sentence} Nothing was changed.`,
      unsent: [{ label: "Name", text: "Typed" }],
      resend: {
        writer: ada.name,
        login: "/logout",
        to: "/settings",
        fields: [
          [ownerField, ownerValue(ada)],
          ["name", "Typed"],
          ["revision", "7"],
        ],
      },
    });
  });

  test("a form of another user without input leads back to its page with a toast", async () => {
    const { answer, saved } = await send(ada, ben, { fields: { revision: "7" } });
    expect([saved, answer.status, answer.location]).toEqual([[], 303, "/settings"]);
    expect(toastText(answer)).toBe(`${sentence} Nothing was changed.`);
  });

  test.each([true, false])(
    "a form of another user says that its files must be chosen again (scripts: %s)",
    async (drawn) => {
      const body = new FormData();
      body.append(ownerField, ownerValue(ada));
      body.append("body", "See the photo");
      body.append("attachments", new File(["a"], "photo.png"));
      const { answer } = await send(ada, ben, { drawn, body });
      const text = drawn ? (answer.data.form as FormState).errors[""] : answer.data.message;
      expect(text).toMatch(/ Its files are not kept: choose them again\.$/);
    },
  );

  test("a form of another user that a script sent stays on its page, which is not reloaded", async () => {
    const loader = () => Promise.reject(new Error("read again"));
    const { answer, saved } = await send(ada, ben, { fields: { name: "Typed" }, drawn: true, module: { loader } });
    expect([saved, answer.status]).toEqual([[], 409]);
    expect(answer.data.form).toMatchObject({ errors: { "": sentence }, signedOut: "replaced" });
  });

  test("a form of another user, on a page that the current user may not open, is listed as text", async () => {
    const loader = () => {
      throw new Response(null, { status: 404 });
    };
    const { answer, saved } = await send(ada, ben, {
      path: "/support/tickets/3?list=x",
      fields: { body: "Dear Jonas,", key: "k", password: "green kettle" },
      module: { loader },
    });
    expect([saved, answer.status]).toEqual([[], 409]);
    expect(answer.data).toEqual({
      title: "Somebody else is signed in",
      message: `${sentence} Nothing was changed.`,
      unsent: [{ label: "Message", text: "Dear Jonas," }],
      resend: {
        writer: ada.name,
        login: "/logout",
        to: "/support/tickets/3?list=x",
        fields: [
          [ownerField, ownerValue(ada)],
          ["body", "Dear Jonas,"],
          ["key", "k"],
        ],
      },
    });
  });

  test("a form with only a button leads back to its page, with the message in a toast", async () => {
    const { answer, saved } = await send(ada, ben, {
      path: "/users/3/status",
      headers: { Referer: post("/users?page=2").url },
      module: { clientAction: undefined },
    });
    expect([saved, answer.status, answer.location]).toEqual([[], 303, "/users?page=2"]);
    expect(toastText(answer)).toBe(`${sentence} Nothing was changed.`);
  });

  test("a form of another user that was sent to another address keeps its input, with and without scripts", async () => {
    const loader = () => {
      throw redirect("/support/tickets/3");
    };
    const sending = {
      path: "/support/tickets/3/triage?inPlace",
      fields: { priority: "Urgent" },
      headers: { Referer: post("/support/tickets/3").url },
      module: { loader },
    };
    const scripted = await send(ada, ben, { ...sending, drawn: true });
    expect([scripted.saved, scripted.answer.status]).toEqual([[], 409]);
    expect(scripted.answer.data.form).toMatchObject({ fields: { priority: ["Urgent"] }, signedOut: "replaced" });
    const { answer, saved } = await send(ada, ben, sending);
    expect([saved, answer.status]).toEqual([[], 409]);
    expect(answer.data.unsent).toEqual([{ label: "Priority", text: "Urgent" }]);
  });

  test("a form that a script sends on its own, such as a draft, is answered in plain text", async () => {
    const { answer, saved } = await send(ada, ben, { fields: { body: "Dear" }, module: { default: undefined } });
    expect([saved, answer.status, answer.data]).toEqual([[], 401, `${sentence} What you typed is still here.`]);
  });

  test("a form from a page that does not say for whom it was opened is refused", async () => {
    const { answer, saved } = await send(undefined, ben, { fields: { name: "Typed" }, isMarked: false });
    expect([saved, answer.status]).toEqual([[], 409]);
    expect(answer.data).toMatchObject({
      message: expect.stringContaining("This form does not say who opened it") as string,
      unsent: [{ label: "Name", text: "Typed" }],
    });
    expect(answer.data.resend).toBeUndefined();
  });

  test("sent by a program without a page is accepted", async () => {
    const called: unknown[] = [];
    const action = () => (called.push(1), null);
    const build = { routes: { page: { module: { action, default: () => null } } } } as unknown as ServerBuild;
    await run(withFormOwners(build).routes.page!.module.action!, await signedIn(post("/users/3/status"), ben));
    expect(called).toEqual([1]);
  });

  test("a form for visitors belongs to the visitor, whoever opened it", async () => {
    expect((await send(undefined, undefined, { fields: { email: "x@example.com" } })).saved).toHaveLength(1);
  });
});

describe("the login form of a page from before somebody signed in", () => {
  const loader = () => {
    throw redirect("/?from=%2Flogin");
  };

  test("says that somebody else is signed in already", async () => {
    const { answer, saved } = await send(undefined, ben, {
      path: "/login",
      fields: { email: ada.email },
      module: { loader },
    });
    expect([saved, answer.location]).toEqual([[], "/?from=%2Flogin"]);
    expect(toastText(answer)).toBe(
      "You are already signed in as Ben Active. To log in as somebody else, log out first.",
    );
  });

  test("continues silently if the same person is signed in", async () => {
    const { answer, saved } = await send(undefined, ben, {
      path: "/login",
      fields: { email: ben.email },
      module: { loader },
    });
    expect([saved, answer.location, toastText(answer)]).toEqual([[], "/?from=%2Flogin", undefined]);
  });

  test("continues silently if the same person writes the umlaut of their domain differently", async () => {
    const email = "ben@müller.example";
    await write(async (tx) => void (await tx.update(users).set({ email }).where(eq(users.id, ben.id))));
    const fields = { email: "Ben@xn--mller-kva.example" };
    const { answer } = await send(undefined, { ...ben, email }, { path: "/login", fields, module: { loader } });
    expect([answer.location, toastText(answer)]).toEqual(["/?from=%2Flogin", undefined]);
  });
});

describe("a form of a signed-out user, without scripts,", () => {
  const loader = () => {
    throw redirect("/login");
  };

  test("is kept to be submitted again after a login in another tab", async () => {
    const { answer, saved } = await send(ada, undefined, { fields: { name: "Typed" }, module: { loader } });
    expect([saved, answer.status]).toEqual([[], 401]);
    expect(answer.data).toMatchObject({
      title: "You were signed out",
      unsent: [{ label: "Name", text: "Typed" }],
      resend: {
        writer: ada.name,
        login: "/login?from=%2Fsettings",
        to: "/settings",
        fields: [
          [ownerField, ownerValue(ada)],
          ["name", "Typed"],
        ],
      },
    });
  });

  test.each([
    ["typed text", { priority: "Urgent", seenPriority: "Normal" }],
    ["selected rows", { ids: "7", act: "trash" }],
  ])("is kept with its %s if it was sent to an address without a page", async (_, fields) => {
    const headers = { Referer: post("/support/tickets?page=2").url };
    const module = { loader, clientAction: undefined };
    const { answer, saved } = await send(ada, undefined, {
      path: "/support/tickets/3/triage",
      fields,
      headers,
      module,
    });
    expect([saved, answer.status]).toEqual([[], 401]);
    expect(answer.data.resend).toEqual({
      writer: ada.name,
      login: "/login?from=%2Fsupport%2Ftickets%3Fpage%3D2",
      to: "/support/tickets/3/triage",
      fields: [[ownerField, ownerValue(ada)], ...Object.entries(fields)],
    });
  });

  test("reaches its action if it has no input, or its page is open to visitors", async () => {
    expect((await send(ada, undefined, { fields: { key: "k" }, module: { loader } })).saved).toHaveLength(1);
    expect((await send(ada, undefined, { fields: { name: "Typed" } })).saved).toHaveLength(1);
  });
});

describe("the owner of a form", () => {
  const multipart = (fields: [string, string | File][]) => {
    const body = new FormData();
    for (const [name, value] of fields) body.append(name, value);
    return new Request("http://portico.test/", { method: "POST", body });
  };

  test("is read from the beginning of a form with files, which can still be read completely afterwards", async () => {
    const picture = new File([new Uint8Array(300_000)], "picture.png", { type: "image/png" });
    const request = multipart([
      [ownerField, "12:Zoë & Söhne"],
      ["name", "Ada"],
      ["picture", picture],
    ]);
    expect(await peekOwner(request)).toBe("12:Zoë & Söhne");
    expect(((await request.formData()).get("picture") as File).size).toBe(300_000);
  });

  test("is read from a form without files, at any position", async () => {
    expect(await peekOwner(post("/", { name: "a", [ownerField]: "12:Zoë & Söhne", note: "b" }))).toBe("12:Zoë & Söhne");
    expect(await peekOwner(post("/", { name: "a", [ownerField]: "" }))).toBe("");
    expect(await peekOwner(post("/", { note: `${ownerField}=1:Ada` }))).toBeUndefined();
    expect(await peekOwner(new Request("http://portico.test/", { method: "POST" }))).toBeUndefined();
  });

  test("is searched only a few times in a body that arrives byte by byte", async () => {
    const text = Buffer.from(`name=${"a".repeat(70_000)}`);
    let sent = 0;
    const body = new ReadableStream({
      pull: (controller) => (sent < text.length ? controller.enqueue(text.subarray(sent, ++sent)) : controller.close()),
    });
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const request = new Request("http://portico.test/", {
      method: "POST",
      body,
      headers,
      duplex: "half",
    });
    const searched = vi.spyOn(RegExp.prototype, "exec");
    expect(await peekOwner(request)).toBeUndefined();
    const letters = searched.mock.calls.reduce((sum, [searchedText]) => sum + searchedText.length, 0);
    searched.mockRestore();
    expect(letters).toBeLessThan(4 * 64 * 1024);
  });

  test("is not awaited behind a large file", async () => {
    const picture = new File([new Uint8Array(300_000)], "picture.png");
    expect(
      await peekOwner(
        multipart([
          ["picture", picture],
          [ownerField, "1:Ada"],
        ]),
      ),
    ).toBeUndefined();
  });
});
