import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { config } from "config";
import { may, reachOf } from "~/core/access/access.server";
import { forbidden } from "~/auth/forbidden.server";
import { anyone } from "~/auth/session.server";
import { latestActivity } from "~/core/audit/journal.server";
import { OwnHome } from "./own-home";
import { ownHomeOf } from "./own-home.server";
import { Today } from "./today";
import { todayOf } from "./today.server";
import { Welcome } from "./welcome";

export const meta: MetaFunction = () => [
  { title: "Portico · Admin & Client Dashboard" },
  { name: "description", content: "A back office that a small company can run from one file and one command." },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await anyone(request);
  if (!user) return { registration: config.registration };
  if (!may(user, "account")) throw await forbidden(request, user);
  if (reachOf(user, "orders.view") === "own") return { name: user.name, own: await ownHomeOf(user) };
  return { name: user.name, now: Date.now(), waiting: await todayOf(user), activity: await latestActivity(user, 8) };
}

export default function Home() {
  const data = useLoaderData<typeof loader>();
  if ("registration" in data) return <Welcome mayRegister={data.registration !== "closed"} />;
  if ("own" in data && data.own) return <OwnHome name={data.name} {...data.own} />;
  return <Today {...data} />;
}
