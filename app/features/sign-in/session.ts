/** The session as a resource: POST creates one from a provider's ID token, and DELETE ends it. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { User } from "db/schema";
import { completeSignIn } from "./enter.server";
import { withIdToken } from "~/auth/identity/id-tokens.server";
import type { Account } from "~/auth/identity/provider";
import { userOfRequest } from "~/auth/session.server";
import { type SignInOptions, signOut } from "~/auth/sign-in.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await userOfRequest(request);
  return notAllowed();
}

export async function action({ request, context }: ActionFunctionArgs) {
  const me = await userOfRequest(request);
  if (request.method === "DELETE") return endSession(request, me);
  if (request.method !== "POST") return notAllowed();
  const began = new Date();
  return withIdToken(request, context, (account, address, also) =>
    makeSession(request, account, { way: "google", remember: false, address, began, also }),
  );
}

/**
 * Ends the session; with `?uid=` only if it still belongs to that account, because browsers may report a sign-out
 * late.
 */
async function endSession(request: Request, me: User | undefined) {
  const uid = new URL(request.url).searchParams.get("uid");
  if (uid !== null && me?.uid !== uid) return new Response(null, { status: 204 });
  const { headers, left } = await signOut(request);
  return left
    ? Response.json({ message: left }, { status: 503, headers })
    : new Response(null, { status: 204, headers });
}

/**
 * Creates a session from a token. Returns where to go next (`to`), and whether the browser must `forget` the provider
 * account that another replaced; or an error (`code`, `message`).
 */
async function makeSession(request: Request, account: Account, arrival: SignInOptions) {
  const { headers } = await completeSignIn(request, account, arrival);
  const to = headers.get("Location");
  headers.delete("Location");
  return Response.json({ to, forget: !account.ticket }, { headers });
}

const notAllowed = () =>
  Response.json({ message: "Use POST or DELETE here" }, { status: 405, headers: { Allow: "POST, DELETE" } });
