/**
 * Dangerous acts that have no form of their own to ask in: a page says what will happen, asks for the proof, and sends
 * on what was asked.
 */
import { type AppLoadContext, redirect } from "@remix-run/node";
import type { User } from "db/schema";
import { type ParsedForm, readForm } from "~/core/form/form.server";
import { samePath } from "~/core/http/respond.server";
import { seal, unseal } from "~/core/process/secrets.server";
import { isRecentlyAuthenticated, reauthenticate } from "./reauthentication.server";

/** What an act comes to, in words. */
export interface Confirmation {
  title: string;
  /** What will happen, in sentences. */
  text: string;
  /** What its button says. */
  button: string;
  /** Where whoever thinks better of it goes. */
  back: string;
  /** It takes something away: its button is red. */
  isDanger?: boolean;
}

/** What waits for the proof: an act with the fields that were sent, or a file to have. */
export interface PendingAct extends Confirmation {
  to: string;
  fields?: [name: string, value: string][];
  /** What was wrong with the proof that was tried. */
  wrong?: string;
}

const pendingProofKey = (me: Pick<User, "id">) => `waits for a proof by ${me.id}`;

/**
 * The page that asks. All that waits is in its address, sealed for this person: nothing is kept here, and nobody can
 * make up what it says.
 */
const pageFor = (me: User, waiting: PendingAct) =>
  `/confirm?${new URLSearchParams({ asked: seal(JSON.stringify(waiting), pendingProofKey(me)) })}`;

/** What waits behind an address of the page; nothing where it was made for somebody else, or made up. */
export function pendingActIn(me: User, params: URLSearchParams): PendingAct | undefined {
  const text = unseal(params.get("asked") ?? "", pendingProofKey(me));
  return text === undefined ? undefined : (JSON.parse(text) as PendingAct);
}

interface SentForm {
  request: Request;
  context: AppLoadContext | undefined;
}

/**
 * Does what a form asks for. Where that is dangerous, and its person has not shown shortly before who they are, a page
 * asks first and sends the same form again, with the password. `danger` says what it comes to; nothing where it need
 * not be asked.
 */
export async function confirmed<Answer>(
  { request, context }: SentForm,
  me: User,
  danger: ((form: FormData) => Confirmation | undefined | Promise<Confirmation | undefined>) | undefined,
  act: () => Promise<Answer>,
): Promise<Answer | Response> {
  if (!danger) return act();
  const form = await readForm(request.clone()); // which may take minutes to arrive
  const asks = (await isRecentlyAuthenticated(request)) ? undefined : await danger(form);
  return asks ? askFirst({ request, context }, me, asks, form, act) : act();
}

/**
 * The same of a form that was read already: these fields of it are what waits. What it does is told whether its person
 * has shown who they are.
 */
export async function confirmedForm<Answer>(
  { request, context }: SentForm,
  me: User,
  danger: Confirmation | undefined,
  form: ParsedForm<unknown> & { values: { currentPassword?: string } },
  act: (isRecent: boolean) => Promise<Answer>,
): Promise<Answer | Response> {
  const isRecent = await isRecentlyAuthenticated(request);
  if (!danger || isRecent) return act(isRecent);
  const waiting = new FormData();
  const fields = {
    ...form.fields,
    revision: form.revision,
    key: form.key,
    restore: form.restore ? "1" : undefined,
    [passwordField]: form.values.currentPassword,
  };
  for (const [name, value] of Object.entries(fields))
    for (const text of [value ?? []].flat()) waiting.append(name, String(text));
  return askFirst({ request, context }, me, danger, waiting, () => act(true));
}

async function askFirst<Answer>(
  { request, context }: SentForm,
  me: User,
  asks: Confirmation,
  form: FormData,
  act: () => Promise<Answer>,
): Promise<Answer | Response> {
  const { pathname, search } = new URL(request.url);
  const fields = [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" && name !== passwordField ? [[name, value]] : [],
  );
  const page = (wrong?: string) => redirect(pageFor(me, { ...asks, to: pathname + search, fields, wrong }), 303);
  const currentPassword = form.get(passwordField);
  if (typeof currentPassword !== "string" || !currentPassword) return page();
  const proof = await reauthenticate(request, me, { fields: {}, errors: {}, values: { currentPassword } }, context);
  if (!proof.ok) return page(Object.values(proof.answer.data.form.errors).join(" "));
  return carrying(proof.headers, act);
}

const passwordField = "currentPassword";

/** The same of a file that is asked for by its address: throws the way to the page, which leads to it. */
export async function requireConfirmation(request: Request, me: User, danger: Confirmation): Promise<void> {
  if (await isRecentlyAuthenticated(request)) return;
  const { pathname, search } = new URL(request.url);
  throw redirect(pageFor(me, { ...danger, to: samePath(pathname + search, danger.back) }), 303);
}

/**
 * Does something whose answer, also one that is thrown, must carry these headers: the session goes on under a new
 * cookie.
 */
export async function carrying<Answer>(headers: Headers, act: () => Promise<Answer>): Promise<Answer> {
  try {
    return withHeaders(await act(), headers);
  } catch (error) {
    throw withHeaders(error, headers);
  }
}

function withHeaders<Answer>(answer: Answer, headers: Headers): Answer {
  const cookies = headers.getSetCookie();
  if (answer instanceof Response) for (const cookie of cookies) answer.headers.append("Set-Cookie", cookie);
  else if (cookies.length > 0 && typeof answer === "object" && answer !== null && "init" in answer) {
    const init = answer.init as ResponseInit | null;
    const all = new Headers(init?.headers);
    for (const cookie of cookies) all.append("Set-Cookie", cookie);
    answer.init = { ...init, headers: all };
  }
  return answer;
}
