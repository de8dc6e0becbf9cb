import { expect, it } from "vitest";
import { sampleCannedReplies } from "db/samples/canned-replies";
import { undoChange } from "~/core/undo/undo.server";
import type { ListView } from "~/core/list/list";
import { newFormKey } from "~/core/form/form.server";
import { cast, testDatabase } from "~/testing/database";
import { post, run, signedIn, toastOf } from "~/testing/requests";
import { cannedReplyResource } from "./canned-replies.server";
import { action as create } from "./create";
import { action as edit } from "./edit";
import { loader as exported } from "~/features/records/export";
import { loader as list } from "./list";
import { CannedReplyForm } from "./rules.server";

testDatabase();

const { ada } = cast;
const send = async (values: Record<string, string>) =>
  run<{ form: { errors: object } }>(create, await signedIn(post("/support/canned-replies/create", values), ada));
const listed = async (search = "") =>
  (
    await run<{ replies: { title: string; begins: string }[]; view: ListView }>(
      list,
      await signedIn(`/support/canned-replies${search}`, ada),
    )
  ).data.replies;

it("a canned reply can be created, found and changed, and all of that undone", async () => {
  const made = await send({ title: "Hello", body: "Hello **{name}**,\n\nthank you." });
  expect(made).toMatchObject({ status: 303, location: "/support/canned-replies" });
  await send({ title: "Refund", body: "It is on its way." });
  expect(await listed()).toMatchObject([{ title: "Hello", begins: "Hello {name}, thank you." }, { title: "Refund" }]);
  expect(await listed("?q=way")).toMatchObject([{ title: "Refund" }]);

  const changed = await run(
    edit,
    await signedIn(post("/support/canned-replies/1", { title: "Hi", body: "Hi {name}", revision: "1" }), ada),
    { id: "1" },
  );
  expect(changed).toMatchObject({ status: 303, location: "/support/canned-replies/1" });
  expect(await cannedReplyResource.unrestricted.get(1)).toMatchObject({ title: "Hi", body: "Hi {name}" });
  await undoChange(ada, toastOf(changed).undo ?? "");
  expect(await cannedReplyResource.unrestricted.get(1)).toMatchObject({ title: "Hello" });
  await undoChange(ada, toastOf(made).undo ?? "");
  expect(await listed()).toMatchObject([{ title: "Refund" }]);
});

it("the same canned reply sent from a newly opened page asks first, and a second click creates two", async () => {
  const typed = { title: "Hello", body: "Hello {name}" };
  const press = async (key: string) =>
    run<{ form: { key: string; errors: Record<string, string> } }>(
      create,
      await signedIn(post("/support/canned-replies/create", { ...typed, key }), ada),
    );
  const first = newFormKey();
  await press(first);
  expect(toastOf(await press(first))).toEqual({ text: "Canned reply “Hello” was created already" });
  const refused = await press(newFormKey());
  expect([refused.status, refused.data.form.errors[""]]).toEqual([
    409,
    expect.stringContaining("Canned reply “Hello” was created with the same entries a short while ago."),
  ]);
  expect(await listed()).toHaveLength(1);
  for (const _ of [1, 2]) expect((await press(refused.data.form.key)).status).toBe(303);
  expect(await listed()).toHaveLength(2);
});

it("two users who change the same canned reply see both versions", async () => {
  await send({ title: "Hello", body: "Hello" });
  await cannedReplyResource.change(cast.ben, 1, { body: "Hello from Ben" });
  const answer = await run<{ versions?: object }>(
    edit,
    await signedIn(post("/support/canned-replies/1", { title: "Hello", body: "Hello from Ada", revision: "1" }), ada),
    { id: "1" },
  );
  expect(answer).toMatchObject({ status: 409, data: { versions: expect.anything() } });
});

it("missing and too long values of a canned reply are refused", async () => {
  expect((await send({ title: "", body: " " })).data.form.errors).toEqual({
    title: "Enter a title by which it is found",
    body: "Write the reply",
  });
  expect((await send({ title: "x".repeat(81), body: "x".repeat(5_001) })).data.form.errors).toEqual({
    title: "Keep this to 80 characters",
    body: "Keep this to 5000 characters",
  });
});

it("canned replies can be exported as a file", async () => {
  await send({ title: "Hello", body: "Hello" });
  expect((await run(exported, await signedIn("/support/canned-replies.json", ada))).data).toEqual([
    { id: 1, title: "Hello", text: "Hello" },
  ]);
});

it("the sample has five canned replies that the form would accept", () => {
  const samples = sampleCannedReplies(new Date());
  expect(samples).toHaveLength(5);
  for (const canned of samples) expect(CannedReplyForm.safeParse(canned).error).toBeUndefined();
});
