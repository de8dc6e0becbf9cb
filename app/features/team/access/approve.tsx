import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { isAdmitted } from "~/core/access/access.server";
import { requireUser } from "~/auth/session.server";
import { AccessScreen } from "./access-screen";
import { takeAccessForm } from "./give-form.server";
import { personAt } from "../person.server";
import { aboutPerson } from "../team.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Approve ${data?.person.name ?? "a person"} · Portico` },
];

/** Redirects users who already have access to the page that changes it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await requireUser(request, "team.invite");
  const person = await personAt(params);
  if (isAdmitted(person)) throw redirect(`/team/people/${person.id}`);
  return aboutPerson(me, person);
}

/** Approves a user with an access level. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const me = await requireUser(request, "team.invite");
  return takeAccessForm({ request, context }, me, await personAt(params));
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function Approve() {
  const about = useLoaderData<typeof loader>();
  return <AccessScreen {...about} lettingIn form={useActionData<typeof action>()?.form} />;
}
