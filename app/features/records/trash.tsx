import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { confirmed } from "~/auth/reauthentication/confirm.server";
import { requireUser } from "~/auth/session.server";
import { may } from "~/core/access/access.server";
import { afterAct, toRecord } from "~/core/bulk/list-acts.server";
import { amountsOf, answerIn, choiceIn } from "~/core/bulk/bulk-request.server";
import { readForm, rejectForm } from "~/core/form/form.server";
import type { FormState } from "~/core/form/form-state";
import { samePath } from "~/core/http/respond.server";
import { permissionAt, resourceAt } from "~/core/resource/registry.server";
import { removalWords } from "~/core/values/removal-words";
import { withListState } from "~/shell/list-state.server";
import { Button, ButtonLink } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { RadioField } from "~/ui/form/choices";
import { ErrorSummary, FormButtons } from "~/ui/form/form";
import { Form } from "~/ui/owned-form";
import { PageTitle } from "~/ui/page-title";

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";
export { shouldRevalidate } from "~/core/pages/revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `Delete ${data?.name ?? ""} · Portico` }];

/** Asks before a record goes to the trash on which others depend; leads on to any other record. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await requireUser(request, permissionAt(request, "view"));
  const of = resourceAt(request, me);
  const row = await of.at(params);
  const dependents = row.deletedAt || !may(me, of.permissions.change) ? undefined : await of.dependents?.(row, me);
  if (!dependents) throw await toRecord(of, params);
  const href = of.href(String(row.id));
  const back = new URL(request.url).searchParams.get("back") ?? "";
  const question = await of.question?.of(row, { act: "delete" });
  return {
    ...dependents,
    question,
    amounts: question && amountsOf(question),
    name: of.describe([row]),
    pronoun: of.noun.pronoun ?? "it",
    noun: of.noun,
    path: `${of.listing.path}/${row.id}`,
    href,
    list: { href: of.listing.path, title: of.list.title },
    back,
    cancel: samePath(back, href),
  };
}

/** Moves a record of any kind to the trash. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const me = await requireUser(request, permissionAt(request, "change"));
  const of = resourceAt(request, me);
  const row = await of.at(params);
  const question = row.deletedAt ? undefined : await of.dependents?.(row, me);
  const choices = row.deletedAt ? undefined : await of.question?.of(row, { act: "delete" });
  const isAsked = (form: FormData) => (question ?? choices) !== undefined && !form.has("sure");
  const choiceOf = (form: FormData) => choices && choiceIn(choices, form.get("choice"));
  const danger = (form: FormData) =>
    isAsked(form)
      ? undefined
      : of.confirmations?.confirmationOf(
          { act: "delete", choice: choiceOf(form) },
          of.describe([row]),
          samePath(form.get("back"), of.href(String(row.id))),
        );
  return confirmed({ request, context }, me, of.confirmations && danger, async () => {
    const form = await readForm(request);
    const back = samePath(form.get("back"), "");
    if (isAsked(form)) return redirect(`${of.listing.path}/${row.id}/trash?${new URLSearchParams({ back })}`, 303);
    const answer = choices && answerIn(choices, { choice: form.get("choice"), amounts: form.get("amounts") });
    if (answer && "why" in answer) {
      const choice = choiceOf(form);
      return rejectForm({ fields: {}, errors: { choice: answer.why } }, {}, choice ? 409 : 400);
    }
    const choice = answer?.choice;
    const trashed = await of.trash(me, [row.id], undefined, choice);
    if (!trashed.ok && choice) return rejectForm({ fields: { choice }, errors: trashed.errors }, {}, trashed.status);
    return afterAct(trashed, {
      back: back || (await withListState(request, me, of.listing.path)),
      said: (rows) => `${of.describe(rows)} ${removalWords(of.noun).removed}`,
    });
  });
}

export default function AskBeforeTrash() {
  const { name, pronoun, noun, says, question, amounts, instead, path, href, list, back, cancel } =
    useLoaderData<typeof loader>();
  const form = useActionData<{ form?: FormState }>()?.form;
  const words = removalWords(noun);
  return (
    <>
      <PageTitle title={words.question(name)} here={words.remove} breadcrumb={[list, { href, title: name }]} />
      <ErrorSummary form={form} what="Nothing was deleted." />
      <Card>
        <CardBody className="grid gap-4">
          <ul className="grid gap-1">
            {says.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <p className="text-muted">{words.wayBack(pronoun)}</p>
          <Form method="post" action={`${path}/trash`}>
            <input type="hidden" name="back" value={back} />
            {amounts && <input type="hidden" name="amounts" value={amounts} />}
            {question && (
              <RadioField
                form={form}
                name="choice"
                label={question.label}
                options={question.choices}
                required
                className="mb-4"
              />
            )}
            <FormButtons cancel={cancel} cancelWords={`Keep ${pronoun}`}>
              <Button name="sure" value="1" color="error" icon="trash-2">
                {words.confirm}
              </Button>
              <ButtonLink variant="outline" href={instead.href}>
                {instead.text}
              </ButtonLink>
            </FormButtons>
          </Form>
        </CardBody>
      </Card>
    </>
  );
}
