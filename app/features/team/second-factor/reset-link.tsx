import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { AuthPage, ownFrame, pageTitle } from "~/shell/auth-page";
import { DeadLink } from "~/auth/mails/mail-alerts";
import { requireGuestOrCode } from "~/auth/session.server";
import { parseForm, rejectForm } from "~/core/form/form.server";
import { redirectWithToast } from "~/core/http/respond.server";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/form/form";
import { Time } from "~/ui/values/time";
import { Form } from "~/ui/owned-form";
import { followResetLink, resetWith } from "./reset.server";

export const handle = ownFrame;
export const meta = pageTitle("Your second factor");

const usedLinkMessage =
  "This link does not count any more: the reset was done, or called off. Log in, or ask whoever wanted to reset it.";

/**
 * The page behind the link in a mail about a second-factor reset. Loading it changes nothing, because mail programs
 * prefetch links.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const { code } = await requireGuestOrCode(request);
  const found = code ? await resetWith(code) : undefined;
  return found ? { dueAt: found.reset.dueAt } : data({ dueAt: undefined }, 400);
}

const LinkForm = z.object({ act: z.enum(["reset", "call-off"], "Press one of the buttons") });

export async function action({ request }: ActionFunctionArgs) {
  const { code } = await requireGuestOrCode(request);
  const form = await parseForm(request, LinkForm);
  if (!form.ok) return rejectForm(form);
  const { act } = form.values;
  if (!code || !(await followResetLink(code, act)))
    return redirectWithToast("/login", { text: usedLinkMessage, tone: "error" });
  return redirectWithToast("/login", {
    text:
      act === "reset"
        ? "Your second factor is reset, and you are logged out everywhere. Log in with your password or Google."
        : "Your second factor stays on. The owners are told.",
  });
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function ResetLink() {
  const { dueAt } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  const login = (
    <a className="link" href="/login">
      Go to log in
    </a>
  );
  if (!dueAt) {
    return (
      <AuthPage title="Your second factor" after={login}>
        <DeadLink>{usedLinkMessage}</DeadLink>
      </AuthPage>
    );
  }
  return (
    <AuthPage title="Reset your second factor?" lead="Somebody on the team asked for it, because it was lost.">
      <ErrorSummary form={form} what="Nothing was changed." />
      <Form method="post" className="grid gap-3">
        <p className="text-sm">
          The codes of your app and your recovery codes then count no more, and you are logged out everywhere. If you
          press neither button, it is reset on <Time value={dueAt} clock />.
        </p>
        <Button size="lg" name="act" value="reset">
          Reset it now
        </Button>
        <Button size="lg" variant="outline" name="act" value="call-off">
          Call it off
        </Button>
        <p className="text-sm text-muted">Call it off if you did not ask for it, or have your phone again.</p>
      </Form>
    </AuthPage>
  );
}
