import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import { suggestFaqs } from "../faqs/suggest.server";

/** Suggests FAQs for the subject being entered. */
export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "tickets.ask");
  const asked = new URL(request.url).searchParams.get("q") ?? "";
  return Response.json({ suggestions: await suggestFaqs(me, asked.slice(0, 500)) });
}

/** Ignores errors, so that a user who is offline or signed out can keep typing. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return serverLoader().catch(() => ({ suggestions: [] }));
}
