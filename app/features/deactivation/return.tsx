import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { write } from "db";
import { readForm } from "~/core/form/form.server";
import type { FormState } from "~/core/form/form-state";
import { redirectWithToast } from "~/core/http/respond.server";
import { securityMail } from "~/core/mail/account-mails";
import { queueMail } from "~/core/mail/mail.server";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/form/form";
import { Time } from "~/ui/values/time";
import { Form } from "~/ui/owned-form";
import { AuthPage, ownFrame, pageTitle } from "~/shell/auth-page";
import { resumeSignIn, keepFrom, tooLate, pathAfterSignIn } from "~/features/sign-in/enter.server";
import { endStep, forgetStep, readStep } from "~/auth/second-factor/steps.server";
import { requireGuest } from "~/auth/session.server";
import { erasedOn } from "~/core/values/deactivated";
import { comeBack } from "./deactivation.server";

export const handle = ownFrame;
export const meta = pageTitle("Come back");

export async function loader({ request }: LoaderFunctionArgs) {
  await requireGuest(request);
  const half = await readStep(request, "return");
  if (!half?.person.deactivatedAt) throw await tooLate(request);
  const { name, deactivatedAt } = half.person;
  return {
    action: keepFrom("/login/return", pathAfterSignIn(request)),
    name,
    since: deactivatedAt,
    until: erasedOn(deactivatedAt),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireGuest(request);
  const half = await readStep(request, "return");
  if (!half) return tooLate(request);
  const { step, person } = half;
  const began = new Date();
  const back = (await readForm(request)).get("act") === "back";
  const mayGoOn = await write(async (tx) => {
    const isFirst = await endStep(tx, step);
    if (isFirst && back) {
      if (!(await comeBack(tx, person))) return false;
      await queueMail(
        tx,
        securityMail(
          person.email,
          "Your account is active again",
          "You came back to your account, which was deactivated.",
        ),
      );
    }
    return isFirst;
  });
  if (!mayGoOn) return tooLate(request);
  if (!back)
    return redirectWithToast(
      "/login",
      { text: "Your account stays deactivated." },
      new Headers({ "Set-Cookie": await forgetStep() }),
    );

  return resumeSignIn(half, request, { began, address: context?.address ?? "" }, { code: true, return: true });
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function Return() {
  const form = useActionData<{ form: FormState }>()?.form;
  const { action: sendTo, name, since, until } = useLoaderData<typeof loader>();
  const lead = (
    <>
      You deactivated your account on <Time value={since} />. Until <Time value={until} /> all of it is still here; then
      it is erased.
    </>
  );
  return (
    <AuthPage title={`Welcome back, ${name}`} lead={lead}>
      <ErrorSummary form={form} what="" />
      <Form method="post" action={sendTo} className="grid gap-3">
        <Button size="lg" name="act" value="back" className="w-full">
          Come back
        </Button>
        <Button size="lg" name="act" value="stay" variant="outline" className="w-full">
          Leave it deactivated
        </Button>
      </Form>
    </AuthPage>
  );
}
