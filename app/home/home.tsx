import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { and, count, eq, isNull } from "drizzle-orm";
import { anyone } from "~/auth/session.server";
import { config } from "config";
import { db } from "db";
import { users } from "db/schema";
import { unreadOf } from "~/inbox/inbox.server";
import { openTickets } from "~/support/tickets/figures.server";
import { Today } from "./today";
import { Welcome } from "./welcome";

export const meta: MetaFunction = () => [
  { title: "Portico · Admin & Client Dashboard" },
  { name: "description", content: "A back office that a small company can run from one file and one command." },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await anyone(request);
  if (!user) return { registration: config.registration };
  return { name: user.name, waiting: await waiting(), tickets: await openTickets(), unread: await unreadOf.messages(user.id) };
}

/** How many people wait for someone to let them in: the rows of `/users?status=Pending`. */
async function waiting() {
  const [row] = await db.select({ people: count() }).from(users).where(and(eq(users.status, "Pending"), isNull(users.deletedAt)));
  return row?.people ?? 0;
}

export default function Home() {
  const data = useLoaderData<typeof loader>();
  if ("registration" in data) return <Welcome mayRegister={data.registration !== "closed"} />;
  return <Today {...data} />;
}
