import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { eq } from "drizzle-orm";
import { db } from "db";
import { users } from "db/schema";
import { AuthPage, ownFrame, pageTitle } from "~/shell/auth-page";
import { DeadLink } from "~/auth/mails/mail-alerts";
import { requireGuestOrCode } from "~/auth/session.server";
import { pick } from "~/core/values/pick";
import { Button, ButtonLink } from "~/ui/button";
import { Form } from "~/ui/owned-form";
import { invitationWith, voidReason } from "./invitations.server";
import { accessTitle } from "~/core/access/levels";

export const handle = ownFrame;
export const meta = pageTitle("Your invitation");

const unknown =
  "This invitation is not known here: it may have been sent again, or not be whole. Open the newest mail, or ask whoever invited you.";

/** Shows an invitation. Opening the link does not use it up; the first sign-in with its address does. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { code, me } = await requireGuestOrCode(request);
  const found = code ? await invitationWith(code) : undefined;
  if (!code || !found) return data({ why: unknown }, 400);
  if (me && me.email === found.email) return { mine: true as const, email: me.email };
  const reason = await voidReason(db, found);
  if (reason) return data({ why: reason }, 400);
  const [known] = await db.select({ uid: users.uid }).from(users).where(eq(users.email, found.email));
  const open = {
    ...pick(found, "email"),
    as: accessTitle(found),
    hasLogin: known?.uid != null,
    register: `/register?${new URLSearchParams({ invitation: code })}`,
  };
  return me
    ? { ...open, elsewhere: me.email, here: new URL(request.url).pathname + new URL(request.url).search }
    : open;
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

export default function YourInvitation() {
  const view: Data = useLoaderData<typeof loader>();
  if ("why" in view) {
    return (
      <AuthPage title="Your invitation" after={<LogIn />}>
        <DeadLink>{view.why}</DeadLink>
      </AuthPage>
    );
  }
  if ("mine" in view) {
    return (
      <AuthPage title="You are in" lead={`You are logged in as ${view.email} already.`}>
        <ButtonLink href="/" className="w-full">
          Go to Portico
        </ButtonLink>
      </AuthPage>
    );
  }
  if ("elsewhere" in view) {
    return (
      <AuthPage
        title="Your invitation"
        lead={`This invitation is for ${view.email}, and you are logged in as ${view.elsewhere}. Log out first, or open the link where ${view.email} is logged in.`}
      >
        <Form method="post" action="/logout">
          <input type="hidden" name="from" value={view.here} />
          <Button className="w-full">Log out</Button>
        </Form>
      </AuthPage>
    );
  }
  const ways = [
    { href: "/login", words: "Log in" },
    { href: view.register, words: "Create an account" },
  ];
  const [first, second] = view.hasLogin ? ways : ways.toReversed();
  return (
    <AuthPage title="You are invited" lead={`You get access as ${view.as} when you sign in with ${view.email}.`}>
      <div className="grid gap-3">
        <ButtonLink href={first?.href}>{first?.words}</ButtonLink>
        {!view.hasLogin && (
          <ButtonLink variant="outline" href={second?.href}>
            {second?.words}
          </ButtonLink>
        )}
      </div>
    </AuthPage>
  );
}

function LogIn() {
  return (
    <a className="link" href="/login">
      Go to log in
    </a>
  );
}
