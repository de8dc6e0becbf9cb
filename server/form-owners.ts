/**
 * Lets a form act only for the user it was opened for. If someone else has signed in since, nothing is changed and
 * the typed text is kept.
 */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type ServerBuild } from "@remix-run/node";
import type { User } from "db/schema";
import { canonicalAddress } from "db/email-address";
import { personOfRequest } from "~/auth/session.server";
import { listUnsent, typedFieldsIn } from "~/core/pages/unsent.server";
import { readForm } from "~/core/form/form.server";
import { type FormOwner, ownerField, readOwnerValue } from "~/core/form/form-owner";
import { formStateWith, typedFields } from "~/core/form/form-state";
import { inPlaceParam, keepFormOnNetworkError, loginFrom } from "~/core/form/network-error";
import { pageOf } from "~/core/http/origin.server";
import { isApi, redirectWithToast } from "~/core/http/respond.server";
import { peekOwner } from "./peek-owner";

/** Routes whose actions do not act for the signed-in user, each with the reason. */
export const actionsWithoutOwner: ReadonlyMap<string, string> = new Map([
  ["shell/preferences", "is kept by the browser, whoever uses it"],
  ["features/sign-in/session", "names the account itself, and is called by a script"],
  ["auth/reauthentication/reauthentication", "names the account itself, and is called by a script"],
  ["features/settings/unsubscribe", "has the person in its signed link, and is sent by mail programs too"],
  ["features/errors/too-large", "changes nothing"],
  ["features/errors/not-found", "changes nothing"],
]);

type Module = ServerBuild["routes"][string]["module"];
type Action = (args: ActionFunctionArgs) => unknown;

/** Returns the build with each action checking that the form belongs to the signed-in user. */
export function withFormOwners(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const { action } = route.module;
    if (!action || actionsWithoutOwner.has(id)) return [id, route];
    return [id, { ...route, module: { ...route.module, action: checkingOwner(action, route.module) } }];
  });
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild["routes"] };
}

function checkingOwner(action: Action, module: Module) {
  return async (args: ActionFunctionArgs): Promise<unknown> => {
    const { request } = args;
    if (isApi(new URL(request.url).pathname)) return action(args);
    const value = await peekOwner(request);
    if (value === undefined && !isFromPage(request)) return action(args); // a program, which has no pages
    const owner = readOwnerValue(value ?? "");
    const me = await personOfRequest(request);
    if (me ? value !== undefined && owner?.id === me.id : !owner || !losesText(args, module)) return action(args);
    return refuse(args, action, module, { me, owner, value, isMarked: value !== undefined });
  };
}

/** Whether a page sent the request. Over plain HTTP some browsers omit `Sec-Fetch-Site` and send only a `Referer`. */
const isFromPage = ({ headers }: Request) => headers.has("Sec-Fetch-Site") || headers.has("Referer");

/** Whether a signed-out user would be redirected and lose the typed text; client scripts keep it themselves. */
const losesText = ({ context }: ActionFunctionArgs, module: Module) => module.default !== undefined && !context.drawn;

const keepsForm = (module: Module) => module.clientAction === keepFormOnNetworkError;

interface Mismatch {
  /** The signed-in user, if any. */
  me: Pick<User, "id" | "name" | "email"> | undefined;
  /** The user the form was opened for; undefined if it was opened by a visitor. */
  owner: FormOwner | undefined;
  /** The form's owner field as submitted, if present. */
  value: string | undefined;
  isMarked: boolean;
}

/**
 * Rejects a form of another user and lists its text for copying. The text is not filled into the current user's form,
 * where it could be saved; with scripts the page stays unchanged.
 */
async function refuse(
  args: ActionFunctionArgs,
  action: Action,
  module: Module,
  { value = "", ...mismatch }: Mismatch,
): Promise<unknown> {
  const { request, context } = args;
  const { me, owner } = mismatch;
  const text = sentence(mismatch);
  const { pathname, search, searchParams } = new URL(request.url);
  const page = request.headers.has("Referer") ? pageOf(request) : pathname + search;
  if (!module.default)
    return new Response(`${text} What you typed is still here.`, { status: 401, headers: plainText });
  const form = await readForm(request.clone());
  const isEmpty = typedFieldsIn(form, request).length === 0;
  const isOfPage = new URL(page, request.url).pathname === pathname;
  if (context.drawn && keepsForm(module) && owner && (isOfPage || searchParams.has(inPlaceParam)))
    return data({ form: { ...formStateWith(form, text), signedOut: "replaced" } }, 409);

  if (me && !isOfPage && (context.drawn || isEmpty)) return toast(page, text);

  const way = await wayToPage(args, module);
  if (!me && way === "shown") return action(args); // the page allows this without signing in
  if (me && !owner && mismatch.isMarked && way instanceof Response && way.headers.has("Location"))
    return redirectSignedIn(way, form, me);
  if (me && way === "shown" && isEmpty) return toast(page, text);
  const hasSelection = form.has("ids"); // the selected rows of a list
  if (!me && isEmpty && !hasSelection) return action(args); // the action redirects to the login
  const fields = Object.entries(typedFields(form)).flatMap(([name, texts]) =>
    [texts].flat().map((text): [string, string] => [name, text]),
  );
  const refusal = {
    title: me ? "Somebody else is signed in" : "You were signed out",
    message: `${text} Nothing was changed.`,
    resend: owner && {
      writer: owner.name,
      login: me ? "/logout" : loginFrom(page),
      to: pathname + search,
      fields: [[ownerField, value] satisfies [string, string], ...fields],
    },
  };
  throw listUnsent(form, request, refusal, me ? 409 : 401);
}

/**
 * Handles a form for visitors, such as the login form, from someone who is now signed in: redirects as its page does.
 */
function redirectSignedIn(way: Response, form: FormData, { name, email }: Pick<User, "name" | "email">) {
  const address = form.get("email");
  if (typeof address !== "string" || canonicalAddress(address) === email) return way;
  return redirectWithToast(way.headers.get("Location") ?? "/", {
    text: `You are already signed in as ${name}. To log in as somebody else, log out first.`,
    tone: "error",
  });
}

const plainText = { "Content-Type": "text/plain; charset=utf-8" };

const toast = (page: string, text: string) =>
  redirectWithToast(page, { text: `${text} Nothing was changed.`, tone: "error" });

function sentence({ me, owner, isMarked }: Omit<Mismatch, "value">): string {
  if (!me) return "You were signed out meanwhile.";
  if (!isMarked) return "This form does not say who opened it. Reload its page and try again.";
  return `You are now signed in as ${me.name}; this form was opened ${owner ? `as ${owner.name}` : "before anybody was signed in"}.`;
}

/** Returns "shown" if the current user can open the form's page, otherwise what its loader throws. */
async function wayToPage({ request, ...args }: ActionFunctionArgs, { loader }: Module): Promise<unknown> {
  const headers = new Headers(request.headers);
  for (const name of ["Content-Type", "Content-Length", "Transfer-Encoding"]) headers.delete(name);
  const visit: LoaderFunctionArgs = { ...args, request: new Request(request.url, { headers }) };
  try {
    await loader?.(visit);
    return "shown";
  } catch (thrown) {
    return thrown;
  }
}
