import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import { AccessScreen } from "./access-screen";
import { takeAccessForm } from "./give-form.server";
import { personAt } from "../person.server";
import { aboutPerson } from "../team.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Access of ${data?.person.name ?? "a person"} · Portico` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await requireUser(request, "team.view");
  return aboutPerson(me, await personAt(params));
}

/** Changes a user's access level and areas. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const me = await requireUser(request, "team.invite");
  return takeAccessForm({ request, context }, me, await personAt(params));
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function ChangeAccess() {
  const about = useLoaderData<typeof loader>();
  return <AccessScreen {...about} form={useActionData<typeof action>()?.form} />;
}
