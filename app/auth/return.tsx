import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { write } from "db";
import { readForm } from "~/lib/form.server";
import type { FormState } from "~/lib/form-state";
import { redirectWithToast } from "~/lib/respond.server";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/form";
import { Time } from "~/ui/time";
import { AuthPage, ownFrame, pageTitle } from "./auth-page";
import { comeBack, erasedOn } from "./deactivation.server";
import { goOn, keepFrom, wayBack } from "./enter.server";
import { requireGuest } from "./session.server";
import { endStep, forgetStep, readStep } from "./steps.server";

export const handle = ownFrame;
export const meta = pageTitle("Come back");

export async function loader({ request }: LoaderFunctionArgs) {
  await requireGuest(request);
  const half = await readStep(request, "return");
  if (!half?.person.deactivatedAt) throw await tooLate(request);
  const { name, deactivatedAt } = half.person;
  return { action: keepFrom("/login/return", wayBack(request)), name, since: deactivatedAt, until: erasedOn(deactivatedAt) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireGuest(request);
  const half = await readStep(request, "return");
  if (!half) return tooLate(request);
  const { step, person } = half;
  const back = (await readForm(request)).get("act") === "back";
  const isFirst = await write(async (tx) => {
    const isFirst = await endStep(tx, step);
    if (isFirst && back) await comeBack(tx, person);
    return isFirst;
  });
  if (!isFirst) return tooLate(request);
  if (!back) return redirectWithToast("/login", { text: "Your account stays deactivated." }, new Headers(await forgetStep()));

  const { way, remember, validSince } = step;
  const arrival = { way, remember, address: context?.address ?? "", validSince: validSince ?? undefined };
  const answer = await goOn(request, person, arrival, { code: true, return: true });
  answer.headers.append("Set-Cookie", (await forgetStep())["Set-Cookie"]);
  return answer;
}

async function tooLate(request: Request) {
  const toast = { text: "Log in again: the question was not answered within ten minutes.", tone: "error" } as const;
  return redirectWithToast(keepFrom("/login", wayBack(request)), toast, new Headers(await forgetStep()));
}

export { keepForm as clientAction } from "~/lib/unreached";

export default function Return() {
  const form = useActionData<{ form: FormState }>()?.form;
  const { action: sendTo, name, since, until } = useLoaderData<typeof loader>();
  const lead = (
    <>
      You deactivated your account on <Time value={since} />. Until <Time value={until} /> all of it is still here; then it is erased.
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
