import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { confirmedForm } from "~/auth/reauthentication/confirm.server";
import type { Confirmation } from "~/core/access/confirmation";
import { reauthenticationFields } from "~/auth/reauthentication/reauthentication.server";
import { isSecondFactorRequired } from "~/auth/second-factor/requirement.server";
import { requireUser } from "~/auth/session.server";
import { parseForm, rejectForm } from "~/core/form/form.server";
import { redirectWithToast } from "~/core/http/respond.server";
import { secondFactorPage } from "~/auth/second-factor/page";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { ErrorSummary, FormButtons } from "~/ui/form/form";
import { PageTitle } from "~/ui/page-title";
import { Form } from "~/ui/owned-form";
import { withListState } from "~/shell/list-state.server";
import { tryWrite } from "~/core/resource/act.server";
import { setSecondFactorRequired, listWithoutSecondFactor } from "./requirement.server";
import { titleOfLevel } from "~/core/access/levels";

export const meta = () => [{ title: "Second factor · Portico" }];

const path = "/team/second-factor";

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "company");
  const without = await listWithoutSecondFactor();
  return { required: await isSecondFactorRequired(), without, lacksOwn: without.some(({ id }) => id === me.id) };
}

const RequirementForm = z.object({
  required: z.enum(["on", "off"], "Press one of the buttons"),
  ...reauthenticationFields,
});

/** Turns the requirement of a second factor for staff and above on or off. */
export async function action({ request, context }: ActionFunctionArgs) {
  const me = await requireUser(request, "company");
  const form = await parseForm(request, RequirementForm);
  if (!form.ok) return rejectForm(form);
  const required = form.values.required === "on";
  return confirmedForm({ request, context }, me, await dangerOf(required), form, async () => {
    const done = await tryWrite((tx) => setSecondFactorRequired(tx, me, required));
    if (!done.ok) return rejectForm(form, done.errors, done.status);
    return redirectWithToast(await withListState(request, me, "/team"), {
      text: required
        ? "A second factor is required of staff, admins and owners."
        : "A second factor is no longer required.",
    });
  });
}

async function dangerOf(required: boolean): Promise<Confirmation> {
  if (!required)
    return {
      title: "Stop requiring a second factor?",
      text: `${optionalText} All owners are told by mail.`,
      button: "Stop requiring it",
      back: path,
    };
  const without = (await listWithoutSecondFactor()).length;
  return {
    title: "Require a second factor?",
    text: `${requiredText} ${without === 0 ? "Everybody has one already." : `${without === 1 ? "One person has" : `${without} people have`} none today, and are told by mail, as all owners are.`}`,
    button: "Require a second factor",
    back: path,
  };
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

const requiredText =
  "Whoever has none is led to set one up, before anything else, when they log in or go on; their API tokens wait until then. Nobody can turn theirs off. Clients are not asked.";
const optionalText =
  "Staff, admins and owners may log in with their password or Google alone, and may turn their second factor off.";

export default function SecondFactor() {
  const { required, without, lacksOwn } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  return (
    <>
      <PageTitle
        title="Second factor"
        breadcrumb={[{ href: "/team", title: "Team" }]}
        here="Second factor"
        summary={
          required
            ? "Staff, admins and owners log in with a code of an app, after their password or Google."
            : "Staff, admins and owners choose for themselves whether logging in asks for a code."
        }
      />
      <ErrorSummary form={form} what="Nothing was changed." />
      <div className="grid max-w-2xl gap-5">
        <Card title={required ? "Stop requiring it" : "Require a second factor"}>
          <CardBody>
            <p>{required ? optionalText : requiredText}</p>
            {!required && lacksOwn ? (
              <Alert className="mt-4">
                <strong>You have none yourself.</strong>{" "}
                <a className="link" href={`${secondFactorPage}?from=${path}`}>
                  Set up your own
                </a>{" "}
                first, so that you know that it works here.
              </Alert>
            ) : (
              <Form method="post" className="mt-4">
                <FormButtons cancel="/team">
                  <Button name="required" value={required ? "off" : "on"} color={required ? "error" : undefined}>
                    {required ? "Stop requiring it" : "Require a second factor"}
                  </Button>
                </FormButtons>
              </Form>
            )}
          </CardBody>
        </Card>
        <Card
          title={`Without a second factor: ${without.length}`}
          sub={required ? "They can do nothing but set one up." : "They would be led to set one up."}
        >
          {without.length === 0 ? (
            <CardBody>Everybody has one.</CardBody>
          ) : (
            <ul className="divide-y divide-border">
              {without.map(({ id, name, access }) => (
                <li key={id} className="flex flex-wrap justify-between gap-x-4 px-5 py-2.5">
                  <a href={`/team/people/${id}`} className="primary-cell wrap-anywhere">
                    <bdi>{name}</bdi>
                  </a>
                  <span className="text-muted">{titleOfLevel(access)}</span>
                </li>
              ))}
            </ul>
          )}
        </Card>
      </div>
    </>
  );
}
