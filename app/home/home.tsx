import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { and, count, eq, isNull } from "drizzle-orm";
import { anyone } from "~/auth/session.server";
import { config } from "config";
import { db } from "db";
import { messages, users } from "db/schema";
import { openTickets } from "~/support/tickets/tickets.server";
import { Today } from "./today";
import { Welcome } from "./welcome";

export const meta: MetaFunction = () => [
  { title: "Portico · Admin & Client Dashboard" },
  { name: "description", content: "A back office that a small company can run from one file and one command." },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await anyone(request);
  if (!user) return { registration: config.registration };
  return { name: user.name, waiting: await waiting(), tickets: await openTickets(), unread: await unreadMessages(user.id) };
}

/** How many people wait for someone to let them in: the rows of `/users?status=Pending`. */
async function waiting() {
  const [row] = await db.select({ people: count() }).from(users).where(and(eq(users.status, "Pending"), isNull(users.deletedAt)));
  return row?.people ?? 0;
}

/** How many conversations have something new for somebody. */
async function unreadMessages(personId: number) {
  const [row] = await db.select({ unread: count() }).from(messages).where(and(eq(messages.userId, personId), isNull(messages.readAt)));
  return row?.unread ?? 0;
}

export default function Home() {
  const data = useLoaderData<typeof loader>();
  if ("registration" in data) return <Welcome mayRegister={data.registration !== "closed"} />;
  return <Today {...data} />;
}
