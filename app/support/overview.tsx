import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import { latestTickets } from "./tickets/tickets.server";
import { YourTickets } from "./your-tickets";

export const meta: MetaFunction = () => [{ title: "Support · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request);
  return { tickets: await latestTickets(me.id, 3) };
}

export default function Overview() {
  const { tickets } = useLoaderData<typeof loader>();
  return <YourTickets tickets={tickets} />;
}
