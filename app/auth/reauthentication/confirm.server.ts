/**
 * Dangerous actions without a form of their own: a page describes the effect, asks for re-authentication, and then
 * sends the original request.
 */
import { type AppLoadContext, redirect } from "@remix-run/node";
import type { User } from "db/schema";
import type { Confirmation } from "~/core/access/confirmation";
import { type ParsedForm, readForm } from "~/core/form/form.server";
import { samePath } from "~/core/http/respond.server";
import { seal, unseal } from "~/core/process/secrets.server";
import { isRecentlyAuthenticated, reauthenticate } from "./reauthentication.server";

/** The request that waits for re-authentication: an action with its form fields, or a download. */
export interface PendingAct extends Confirmation {
  to: string;
  fields?: [name: string, value: string][];
  /** Error of the last attempt to re-authenticate. */
  wrong?: string;
}

const pendingProofKey = (me: Pick<User, "id">) => `waits for a proof by ${me.id}`;

/**
 * Returns the confirmation page's address. It contains the whole request, sealed for this user, so that nothing is
 * stored and nothing can be forged.
 */
const pageFor = (me: User, waiting: PendingAct) =>
  `/confirm?${new URLSearchParams({ asked: seal(JSON.stringify(waiting), pendingProofKey(me)) })}`;

/** Returns the request that is sealed in the address, or undefined if it was made for another user or forged. */
export function pendingActIn(me: User, params: URLSearchParams): PendingAct | undefined {
  const text = unseal(params.get("asked") ?? "", pendingProofKey(me));
  return text === undefined ? undefined : (JSON.parse(text) as PendingAct);
}

interface SentForm {
  request: Request;
  context: AppLoadContext | undefined;
}

/**
 * Runs `act`, but redirects to a confirmation page first if `danger` describes a dangerous action and the user has not
 * authenticated recently. That page sends the same form again with the password.
 */
export async function confirmed<Answer>(
  { request, context }: SentForm,
  me: User,
  danger: ((form: FormData) => Confirmation | undefined | Promise<Confirmation | undefined>) | undefined,
  act: () => Promise<Answer>,
): Promise<Answer | Response> {
  if (!danger) return act();
  const form = await readForm(request.clone()); // may take minutes to arrive
  const asks = (await isRecentlyAuthenticated(request)) ? undefined : await danger(form);
  return asks ? askFirst({ request, context }, me, asks, form, act) : act();
}

/**
 * Does the same as `confirmed` for a form that is already parsed, whose fields are sent again. `act` is told whether
 * the user has authenticated recently.
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
  return withResponseHeaders(proof.headers, act);
}

const passwordField = "currentPassword";

/** Throws a redirect to the confirmation page of a download, unless the user has authenticated recently. */
export async function requireConfirmation(request: Request, me: User, danger: Confirmation): Promise<void> {
  if (await isRecentlyAuthenticated(request)) return;
  const { pathname, search } = new URL(request.url);
  throw redirect(pageFor(me, { ...danger, to: samePath(pathname + search, danger.back) }), 303);
}

/**
 * Runs `act` and adds these headers to its response, also to a thrown one, because the session continues under a new
 * cookie.
 */
export async function withResponseHeaders<Answer>(headers: Headers, act: () => Promise<Answer>): Promise<Answer> {
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
