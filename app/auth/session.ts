/** The session as a thing of its own: a provider's ID token makes one (POST), DELETE ends it. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { messageFor } from "./messages";
import { anyone, signOut } from "./session.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await anyone(request);
  return notAllowed();
}

export async function action({ request }: ActionFunctionArgs) {
  await anyone(request);
  if (request.method === "DELETE") return new Response(null, { status: 204, headers: await signOut(request) });
  if (request.method !== "POST") return notAllowed();
  if (!/^Bearer \S+$/.test(request.headers.get("Authorization") ?? "")) {
    return Response.json({ message: "Send an ID token as Authorization: Bearer." }, { status: 401 });
  }
  // The local provider issues no tokens: whoever has one has it from somewhere else.
  return Response.json({ message: messageFor("operation-not-allowed") }, { status: 501 });
}

const notAllowed = () => Response.json({ message: "Use POST or DELETE here" }, { status: 405, headers: { Allow: "POST, DELETE" } });
