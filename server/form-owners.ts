/**
 * A form acts only for whom it was opened for. In a browser where somebody else has signed in meanwhile it changes
 * nothing, and what was typed is kept.
 */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type ServerBuild } from "@remix-run/node";
import type { User } from "db/schema";
import { canonicalAddress } from "db/email-address";
import { personOfRequest } from "~/auth/session.server";
import { listUnsent, typedFieldsIn } from "~/core/conflict/unsent.server";
import { readForm } from "~/core/form/form.server";
import { type FormOwner, ownerField, readOwnerValue } from "~/core/form/form-owner";
import { asTyped, typedFields } from "~/core/form/form-state";
import { keepFormOnNetworkError, loginFrom } from "~/core/form/network-error";
import { pageOf } from "~/core/http/origin.server";
import { isApi, redirectWithToast } from "~/core/http/respond.server";
import { peekOwner } from "./peek-owner";

/** Actions that act for nobody who is signed in, by their routes, each with the reason. */
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

/** The same build, in which each action asks first whether the form is of the person who is signed in. */
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
    if (me ? value !== undefined && owner?.id === me.id : !owner || !mayLoseText(args, module)) return action(args);
    return refuse(args, action, module, { me, owner, value, isMarked: value !== undefined });
  };
}

/** Browsers say so of what a page of this site sends; over plain http some say only from which page. */
const isFromPage = ({ headers }: Request) => headers.has("Sec-Fetch-Site") || headers.has("Referer");

/** Whether who is signed out would be led away from what was typed: scripts keep it themselves. */
const mayLoseText = ({ context }: ActionFunctionArgs, module: Module) => keepsForm(module) && !context.drawn;

const keepsForm = (module: Module) => module.clientAction === keepFormOnNetworkError;

interface Mismatch {
  /** Who is signed in, if anybody is. */
  me: Pick<User, "id" | "name" | "email"> | undefined;
  /** Whom the form was opened for; nobody for a visitor's. */
  owner: FormOwner | undefined;
  /** What it says of that, if it says so at all. */
  value: string | undefined;
  isMarked: boolean;
}

/**
 * Answers a form of somebody else with what was typed, to be read and copied: it never stands in the form of who is
 * signed in now, who could save it. A script leaves its page as it is, in which the form is still its writer's.
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
  const { pathname, search } = new URL(request.url);
  const page = request.headers.has("Referer") ? pageOf(request) : pathname + search;
  if (!module.default)
    return new Response(`${text} What you typed is still here.`, { status: 401, headers: plainText });
  const form = await readForm(request.clone());
  if (me && new URL(page, request.url).pathname !== pathname) return toast(page, text);
  if (context.drawn && keepsForm(module) && owner)
    return data({ form: { ...asTyped(form, text), signedOut: "replaced" } }, 409);

  const way = await wayToPage(args, module);
  if (!me && way === "shown") return action(args); // whoever may do this without being signed in
  if (me && !owner && way instanceof Response && way.headers.has("Location")) return leadOn(way, form, me);
  const isEmpty = typedFieldsIn(form, request).length === 0;
  if (me && way === "shown" && (isEmpty || !keepsForm(module))) return toast(page, text);
  if (!me && isEmpty) return action(args); // which leads to log in
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

/** Answers a form for visitors, such as that of the login page, where its page leads who is signed in elsewhere. */
function leadOn(way: Response, form: FormData, { name, email }: Pick<User, "name" | "email">) {
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
  if (!isMarked) return "This form does not say whom it was opened for: load its page again.";
  return `You are now signed in as ${me.name}; this form was opened ${owner ? `as ${owner.name}` : "before anybody was signed in"}.`;
}

/** Whether the form's page can be shown to who is signed in; if not, what its loader throws. */
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
