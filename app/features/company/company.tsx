import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { confirmedForm } from "~/auth/reauthentication/confirm.server";
import { reauthenticationFields } from "~/auth/reauthentication/reauthentication.server";
import { guard } from "~/auth/session.server";
import { historyFor } from "~/core/audit/journal.server";
import { saveEdit } from "~/core/pages/save.server";
import { type ParsedForm, parseForm } from "~/core/form/form.server";
import { maxPictureBytes } from "~/core/form/form-state";
import { RuleViolation } from "~/core/resource/act.server";
import { omitUndefined } from "~/core/values/pick";
import { Button } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { ChipsField } from "~/ui/form/choices";
import { SelectField, TextField } from "~/ui/form/fields";
import { ErrorSummary, RequiredNote, SaveBar } from "~/ui/form/form";
import { RecordField } from "~/ui/form/record-field";
import { Suggestions } from "~/ui/form/suggestions";
import { useWatch } from "~/ui/form/watch";
import { Form } from "~/ui/owned-form";
import { Conflict } from "~/ui/record/conflict";
import { History } from "~/ui/record/history";
import { SettingsHead, settingsTitle } from "~/ui/settings-head";
import { taxRateOptions } from "~/features/taxes/tax-rates.server";
import { companyPath, confirmationOfCompany } from "./bank-details.server";
import { companyResource, currencyUses, readCompany } from "./company.server";
import { CompanyForm, companyValues, currencies, timeZoneNames, withLogo } from "./company-form.server";
import { companyFields } from "./fields";
import { LogoField } from "./logo-field";

export const meta = settingsTitle("Company");

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await guard(request, companyResource, "view");
  const company = await readCompany();
  return {
    company: { ...companyValues(company), revision: company.revision },
    rates: await taxRateOptions([company.defaultTaxRateId]),
    history: await historyFor(me, companyResource, company.id),
    timeZones: timeZoneNames,
    currencies,
    currencyUses: await currencyUses(),
  };
}

type CompanyValues = Omit<z.output<typeof CompanyForm>, "removePicture"> & { logo: string | null };

/** Saves the company; other bank details need a recent confirmation of identity. */
export async function action({ request, context }: ActionFunctionArgs) {
  const me = await guard(request, companyResource, "change");
  const sent = await withLogo(
    await parseForm(request, CompanyForm.extend(reauthenticationFields), maxPictureBytes),
    me,
  );
  const before = await readCompany(); // a form may take minutes to arrive
  const save = (form: ParsedForm<CompanyValues>, isRecent: boolean) =>
    saveEdit(isRecent ? me : { ...me, assertRecentlyAuthenticated: refuseConcurrentChange }, {
      of: companyResource,
      before,
      form,
      fieldsOf: companyValues,
      to: companyPath,
      text: "The company was saved",
    });
  if (!sent.ok) return save(sent, false);
  const { currentPassword: _, ...values } = sent.values;
  const danger = confirmationOfCompany(before, values);
  return confirmedForm({ request, context }, me, danger, sent, (isRecent) =>
    save({ ...sent, values: omitUndefined(values) as typeof values }, isRecent),
  );
}

/** Runs instead of a confirmation if another owner changed what needs one since the page read it. */
async function refuseConcurrentChange() {
  throw new RuleViolation({
    "": "Somebody changed the company at the same moment, so nothing was saved. Save again.",
  });
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";
export { shouldRevalidate } from "~/core/pages/revalidate";

/** Id of the form, whose submit button is below the history. */
const formId = "company";

const hints: Partial<Record<keyof typeof companyFields, string>> = {
  taxNumber: "As invoices have to show it, such as GB 123 4567 89.",
  payment: "Bank details, on every invoice that is open.",
  footer: "At the end of every invoice.",
  currency: "Of all amounts, by its code or name. It stays once there is an invoice or a payment.",
  invoicePrefix: "From the next invoice on. The numbers continue, and issued ones stay.",
  creditNotePrefix: "From the next credit note on.",
  timeZone: "The time zone in which days begin and end, such as Europe/Vienna. Documents keep their dates.",
  paymentTerm: "Days from issue to due date of a new invoice.",
};

export default function CompanySettings() {
  const { company, rates, history, timeZones, currencies, currencyUses } = useLoaderData<typeof loader>();
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
        <Card heading="h3" title="Time" sub="Support counts the time until an answer is due in working hours.">
          <CardBody className="grid gap-4 sm:grid-cols-2">
            <RecordField
              of={companyFields.timeZone}
              value={company.timeZone}
              form={form}
              hint={hints.timeZone}
              list="time-zones"
              autoComplete="off"
              className="sm:col-span-2"
            />
            <Suggestions id="time-zones" of={timeZones.map((text) => ({ text }))} />
            <ChipsField
              form={form}
              name="workDays"
              label={companyFields.workDays.label}
              required
              options={companyFields.workDays.options}
              defaultValue={company.workDays}
              className="sm:col-span-2"
            />
            <input type="hidden" name="workDays" value="" />
            <RecordField of={companyFields.workFrom} value={company.workFrom} form={form} type="time" />
            <RecordField
              of={companyFields.workTo}
              value={company.workTo}
              form={form}
              type="time"
              hint="00:00 is midnight."
            />
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
            <RecordField
              of={companyFields.currency}
              value={company.currency}
              form={form}
              readOnly={currencyUses !== ""}
              hint={currencyUses ? `It stays, because there are ${currencyUses} in it.` : hints.currency}
              list="currencies"
              autoComplete="off"
            />
            <Suggestions id="currencies" of={currencies} />
            {field("paymentTerm")}
            {field("invoicePrefix")}
            {field("creditNotePrefix")}
          </CardBody>
        </Card>
        <Card
          heading="h3"
          title="Locking"
          sub="A locked invoice keeps its content for ever. What is wrong on it is credited."
        >
          <CardBody className="grid gap-4 sm:grid-cols-2">
            {field("invoiceLock")}
            <TextField
              form={form}
              name="closingDate"
              label={companyFields.closingDate.label}
              type="date"
              optional
              defaultValue={company.closingDate}
              hint="Invoices, payments and credit notes dated up to this day cannot be created, changed or undone."
            />
          </CardBody>
        </Card>
        <Card
          heading="h3"
          title="Tax"
          aside={
            <a className="link" href="/settings/company/taxes">
              Tax rates
            </a>
          }
        >
          <CardBody className="grid gap-4 sm:grid-cols-2">
            <SelectField
              form={form}
              name="defaultTaxRateId"
              label={companyFields.defaultTaxRateId.label}
              hint="Of lines whose product has no tax rate of its own."
              defaultValue={company.defaultTaxRateId}
              placeholder="None"
              options={rates}
            />
            {field("priceTax")}
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
