import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { config } from "config";
import { may, reachOf } from "~/core/access/access.server";
import { forbidden } from "~/auth/forbidden.server";
import { userOfRequest } from "~/auth/session.server";
import { activityOf } from "./activity.server";
import { briefOf } from "./brief.server";
import { revenueByWeek } from "./revenue.server";
import { OwnHome } from "./client-home";
import { ownHomeOf } from "./client-home.server";
import { Today } from "./today";
import { todayOf } from "./today.server";
import { Welcome } from "./welcome";

export const meta: MetaFunction = () => [
  { title: "Portico · Admin & Client Dashboard" },
  { name: "description", content: "A back office that a small company can run from one file and one command." },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await userOfRequest(request);
  if (!user) return { registration: config.registration };
  if (!may(user, "account")) throw await forbidden(request, user);
  if (reachOf(user, "orders.view") === "own") return { name: user.name, own: await ownHomeOf(user) };
  const waiting = await todayOf(user);
  return {
    name: user.name,
    now: Date.now(),
    waiting,
    brief: await briefOf(user, waiting),
    revenue: may(user, "reports.sales") ? await revenueByWeek() : undefined,
    activity: await activityOf(user, 8),
  };
}

export default function Home() {
  const data = useLoaderData<typeof loader>();
  if ("registration" in data) return <Welcome mayRegister={data.registration !== "closed"} />;
  if ("own" in data && data.own) return <OwnHome name={data.name} {...data.own} />;
  return <Today {...data} />;
}
