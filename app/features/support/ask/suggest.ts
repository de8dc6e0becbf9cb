import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import { suggestFaqs } from "../faqs/suggest.server";

/** The FAQs that may answer what somebody is typing. */
export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "tickets.ask");
  const asked = new URL(request.url).searchParams.get("q") ?? "";
  return Response.json({ suggestions: await suggestFaqs(me, asked.slice(0, 500)) });
}

/** Nobody has asked for these: who is signed out by now, or without a network, types on, and is not led away. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return serverLoader().catch(() => ({ suggestions: [] }));
}
