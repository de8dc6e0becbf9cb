import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, redirectDocument } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { clearStored } from "~/core/values/browser-storage";
import { readForm } from "~/core/form/form.server";
import { redirectWithToast, samePath } from "~/core/http/respond.server";
import { Button, ButtonLink } from "~/ui/button";
import { Form } from "~/ui/owned-form";
import { AuthPage, ownFrame, pageTitle } from "~/shell/auth-page";
import { keepFrom, pathAfterSignIn } from "./enter.server";
import { userOfRequest } from "~/auth/session.server";
import { signOut } from "~/auth/sign-in.server";

export const handle = ownFrame;
export const meta = pageTitle("Log out");

/** Asks for confirmation, because a link must not sign anyone out. */
export async function loader({ request }: LoaderFunctionArgs) {
  const me = await userOfRequest(request);
  const from = pathAfterSignIn(request);
  return me ? { name: me.name, from } : redirect(keepFrom("/login", from));
}

/**
 * Ends the session and redirects to the login page, which leads back to the current page. Loads a new document, to
 * discard the state of scripts.
 */
export async function action({ request }: ActionFunctionArgs) {
  await userOfRequest(request);
  const from = samePath((await readForm(request)).get("from"), "");
  const { headers, left } = await signOut(request);
  const login = from ? `/login?${new URLSearchParams({ from })}` : "/login";
  if (left) return redirectWithToast(login, { text: left, tone: "error" }, headers, { newDocument: true });
  return redirectDocument(login, { status: 303, headers });
}

/** Clears the browser storage after the session has ended. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction();
  } catch (answer) {
    if (answer instanceof Response) clearStored();
    throw answer;
  }
}

export default function Logout() {
  const { name, from } = useLoaderData<typeof loader>();
  return (
    <AuthPage title="Log out?" lead={`You are logged in as ${name}.`}>
      <Form method="post" action="/logout" className="grid gap-3">
        <input type="hidden" name="from" value={from} />
        <Button size="lg" className="w-full">
          Log Out
        </Button>
        <ButtonLink size="lg" variant="outline" href={from} className="w-full">
          Stay logged in
        </ButtonLink>
      </Form>
    </AuthPage>
  );
}
