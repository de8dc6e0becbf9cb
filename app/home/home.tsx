import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { config } from "config";
import { anyone } from "~/auth/session.server";
import { latestActivity } from "~/journal/journal.server";
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
  return { name: user.name, now: Date.now(), waiting: await todayOf(user.id), activity: await latestActivity(user.id, 8) };
}

export default function Home() {
  const data = useLoaderData<typeof loader>();
  if ("registration" in data) return <Welcome mayRegister={data.registration !== "closed"} />;
  return <Today {...data} />;
}
