/** The session as a thing of its own: a provider's ID token makes one (POST), DELETE ends it. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { User } from "db/schema";
import { takeTry, useOnce, waitSentence } from "./attempts.server";
import { enter, refusal } from "./enter.server";
import { identity } from "./identity.server";
import { IdentityError } from "./messages";
import { anyone, signOut } from "./session.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await anyone(request);
  return notAllowed();
}

export async function action({ request, context }: ActionFunctionArgs) {
  const me = await anyone(request);
  if (request.method === "DELETE") return end(request, me);
  if (request.method !== "POST") return notAllowed();
  const token = /^Bearer (\S+)$/.exec(request.headers.get("Authorization") ?? "")?.[1];
  if (!token) return Response.json({ message: "Send an ID token as Authorization: Bearer." }, { status: 401 });
  return exchange(request, token, context);
}

/** Ends the session; with `?uid=` only if it is still of the person with that account, for browsers may be slow to say who has left. */
async function end(request: Request, me: User | undefined) {
  const uid = new URL(request.url).searchParams.get("uid");
  const headers = uid === null || me?.uid === uid ? await signOut(request) : undefined;
  return new Response(null, { status: 204, headers });
}

/**
 * Makes a session of a token, once. Answers where to go on (`{ to }`), as `?from=` asks, and whether the browser must `forget` the
 * account that it signed in to, because another took its place; or why not (`{ code, message }`).
 */
async function exchange(request: Request, token: string, context: ActionFunctionArgs["context"]) {
  const address = context?.address ?? "";
  const tries = await takeTry("token", subjectOf(token), address);
  if (!tries.ok) return Response.json({ message: waitSentence(tries.wait) }, { status: 429, headers: { "Retry-After": String(tries.wait) } });
  const use = await useOnce("token", withoutSignature(token));
  try {
    if (!use.isFirst) throw new IdentityError("used-id-token");
    return await makeSession(request, token, address, tries);
  } catch (error) {
    if (use.isFirst) await use.giveBack(); // nothing came of it
    const { code, message, status } = refusal(error, context?.requestId);
    if (status === 503) await tries.giveBack(); // it was no fault of the token
    return Response.json({ code, message }, { status });
  }
}

async function makeSession(request: Request, token: string, address: string, tries: { giveBack(): Promise<void> }) {
  const account = await identity().signInWithToken(token);
  await tries.giveBack();
  const { headers } = await enter(request, account, { remember: false, address });
  const to = headers.get("Location");
  headers.delete("Location");
  return Response.json({ to, forget: !account.ticket }, { headers });
}

/** Whose token it says it is: only to count tries by, for anybody can write that. */
function subjectOf(token: string): string {
  try {
    return String((JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as { sub?: unknown }).sub);
  } catch {
    return "";
  }
}

/** What is signed. The same signature can be spelled in several ways. */
const withoutSignature = (token: string) => token.slice(0, token.lastIndexOf("."));

const notAllowed = () => Response.json({ message: "Use POST or DELETE here" }, { status: 405, headers: { Allow: "POST, DELETE" } });
