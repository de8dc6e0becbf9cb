import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { guard } from "~/auth/session.server";
import { historyFor } from "~/core/audit/journal.server";
import { saveEdit } from "~/core/pages/save.server";
import { parseForm } from "~/core/form/form.server";
import { maxPictureBytes } from "~/core/form/form-state";
import { Button } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { ErrorSummary, RequiredNote, SaveBar } from "~/ui/form/form";
import { RecordField } from "~/ui/form/record-field";
import { useWatch } from "~/ui/form/watch";
import { Form } from "~/ui/owned-form";
import { Conflict } from "~/ui/record/conflict";
import { History } from "~/ui/record/history";
import { SettingsHead, settingsTitle } from "~/ui/settings-head";
import { companyPath, companyResource, readCompany } from "./company.server";
import { CompanyForm, companyValues, withLogo } from "./company-form.server";
import { companyFields } from "./fields";
import { LogoField } from "./logo-field";

export const meta = settingsTitle("Company");

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await guard(request, companyResource, "view");
  const company = await readCompany();
  return {
    company: { ...companyValues(company), revision: company.revision },
    history: await historyFor(me, companyResource, company.id),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const me = await guard(request, companyResource, "change");
  return saveEdit(me, {
    of: companyResource,
    before: await readCompany(),
    form: await withLogo(await parseForm(request, CompanyForm, maxPictureBytes), me),
    fieldsOf: companyValues,
    to: companyPath,
    text: "The company was saved",
  });
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";
export { shouldRevalidate } from "~/core/resource/revalidate";

/** Id of the form, whose submit button is below the history. */
const formId = "company";

const hints: Partial<Record<keyof typeof companyFields, string>> = {
  taxNumber: "As invoices have to show it, such as GB 123 4567 89.",
  payment: "Bank details, on every invoice that is open.",
  footer: "At the end of every invoice.",
  paymentTerm: "Days from issue to due date of a new invoice.",
};

export default function CompanySettings() {
  const { company, history } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const form = result && "form" in result ? result.form : undefined;
  const revision = form?.revision ?? company.revision;
  const { watch, round, state } = useWatch(form, revision);
  const head = (
    <SettingsHead
      title="Company"
      lead="What invoices, packing slips and mails say of you. Documents that are issued already keep what they say."
    />
  );
  if (result && "versions" in result) {
    return (
      <>
        {head}
        <Conflict name={company.name} versions={result.versions} />
      </>
    );
  }
  const field = (name: keyof typeof companyFields, className?: string) => (
    <RecordField
      of={companyFields[name]}
      value={String(company[name as keyof typeof company])}
      form={form}
      hint={hints[name]}
      className={className}
    />
  );
  return (
    <>
      {head}
      <ErrorSummary form={form} what="The company was not saved." className="mb-0!" />
      <Form
        method="post"
        encType="multipart/form-data"
        id={formId}
        noValidate
        key={round}
        className="grid gap-5"
        {...watch}
      >
        <input type="hidden" name="revision" value={revision} />
        <Card heading="h3" title="Name and address" aside={<RequiredNote />}>
          <CardBody className="grid gap-4 sm:grid-cols-2">
            {field("name", "sm:col-span-2")}
            {field("address", "sm:col-span-2")}
            {field("email")}
            {field("phone")}
            {field("website", "sm:col-span-2")}
          </CardBody>
        </Card>
        <Card heading="h3" title="Logo">
          <CardBody>
            <LogoField name={company.name} logo={company.logo} form={form} />
          </CardBody>
        </Card>
        <Card heading="h3" title="Invoices">
          <CardBody className="grid gap-4 sm:grid-cols-2">
            {field("taxNumber")}
            {field("registrationNumber")}
            {field("payment", "sm:col-span-2")}
            {field("footer", "sm:col-span-2")}
            {field("paymentTerm")}
          </CardBody>
        </Card>
      </Form>
      <History entries={history} more="/activity?entity=companies&record=1" />
      <SaveBar state={state}>
        <Button form={formId}>Save company</Button>
      </SaveBar>
    </>
  );
}
