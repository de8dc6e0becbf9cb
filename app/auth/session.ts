/** The session as a thing of its own: a provider's ID token makes one (POST), DELETE ends it. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
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
  await anyone(request);
  if (request.method === "DELETE") return new Response(null, { status: 204, headers: await signOut(request) });
  if (request.method !== "POST") return notAllowed();
  const token = /^Bearer (\S+)$/.exec(request.headers.get("Authorization") ?? "")?.[1];
  if (!token) return Response.json({ message: "Send an ID token as Authorization: Bearer." }, { status: 401 });
  return exchange(request, token, context);
}

/** Makes a session of a token, once. Answers where to go on (`{ to }`), as `?from=` asks, or why not (`{ code, message }`). */
async function exchange(request: Request, token: string, context: ActionFunctionArgs["context"]) {
  const address = context?.address ?? "";
  const tries = await takeTry("token", "", address);
  if (!tries.ok) return Response.json({ message: waitSentence(tries.wait) }, { status: 429, headers: { "Retry-After": String(tries.wait) } });
  try {
    const account = await identity().signInWithToken(token);
    if (!(await useOnce("token", withoutSignature(token)))) throw new IdentityError("used-id-token");
    await tries.giveBack();
    const { headers } = await enter(request, account, { remember: false, address });
    const to = headers.get("Location");
    headers.delete("Location");
    return Response.json({ to }, { headers });
  } catch (error) {
    const { code, message, status } = refusal(error, context?.requestId);
    if (status === 503) await tries.giveBack();
    return Response.json({ code, message }, { status });
  }
}

/** What is signed. The same signature can be spelled in several ways. */
const withoutSignature = (token: string) => token.slice(0, token.lastIndexOf("."));

const notAllowed = () => Response.json({ message: "Use POST or DELETE here" }, { status: 405, headers: { Allow: "POST, DELETE" } });
