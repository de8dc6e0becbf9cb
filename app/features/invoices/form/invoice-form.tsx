import { paymentMethods } from "db/lookups";
import type { Invoice } from "db/schema";
import { fieldText, type FormFields, type FormState } from "~/core/form/form-state";
import { rowNumbers } from "~/core/form/row-numbers";
import { Card, CardBody } from "~/ui/card";
import { RadioField } from "~/ui/form/choices";
import { SelectField, TextField } from "~/ui/form/fields";
import { RequiredNote } from "~/ui/form/form";
import { Picker, SetField } from "~/ui/form/picker";
import { beginsWith, RecordField } from "~/ui/form/record-field";
import { RecordForm } from "~/ui/form/record-form";
import { Totals } from "~/ui/values/totals";
import { invoiceFields, invoiceNoun } from "../fields";
import type { formTexts } from "./form-texts.server";
import type { invoiceValues, lineFields } from "./form-values";
import { type FormRates, noRate, taxParts } from "~/features/taxes/tax-parts";
import type { FormSums } from "~/features/document-lines/form-sums";
import { LineRows } from "~/features/document-lines/parts/line-rows";
import { useFormSums } from "~/features/document-lines/use-form-sums";

/** `filledFor` is the customer for whom the form filled in the contact data, `customerTax` how they are taxed. */
type Fields = Partial<Omit<ReturnType<typeof invoiceValues>, "status">> & {
  filledFor?: string;
  customerTax?: string;
  status?: string;
};

interface Props {
  /** The invoice or draft to edit; undefined for a new one. */
  invoice?: Pick<Invoice, "revision" | "deletedAt">;
  /** Whether it is a draft, which may be incomplete. */
  isDraft?: boolean;
  /** Initial values of the fields. */
  fields: Fields;
  /** The tax rates that lines can have. */
  rates: FormRates;
  /** The sums of these fields. */
  sums: FormSums;
  texts: typeof formTexts;
  /** Notes on the customer and products, by their reference texts. */
  notes?: Record<string, string>;
  /** Whether recorded payments settle it, so that it cannot be marked as pending. */
  isSettled?: boolean;
  /** Submitted values and errors of a rejected form post. */
  form?: FormState;
  formKey?: string;
}

/** The form for an invoice. Sums update while typing; the server calculates the final ones. */
export function InvoiceForm({
  invoice,
  isDraft,
  fields,
  rates,
  texts,
  notes,
  isSettled,
  form,
  formKey,
  ...shown
}: Props) {
  const { box, sums, recount } = useFormSums(shown.sums, form, rates);
  const { includesTax, options } = rates;
  const { isRated, taxes, customerTax } = sums;
  const parts = [
    { label: "Subtotal", cents: sums.subtotal },
    { label: "Shipping", cents: sums.shippingCharge },
    ...taxParts({ tax: sums.tax, taxes, includesTax }),
  ];
  const lines = linesOf(fields);
  const hasNoRates = invoice !== undefined && lines.length > 0 && lines.every(({ taxRate }) => taxRate === noRate);
  return (
    <RecordForm
      {...(isDraft ? draftForm : { noun: invoiceNoun, list: "/invoices" })}
      other={isDraft ? issueButton : invoice ? undefined : draftButton}
      record={invoice}
      form={form}
      formKey={formKey}
    >
      <div ref={box} onInput={recount} className="grid gap-5">
        <div className="with-aside">
          <Details texts={texts} form={form} fields={fields} notes={notes} isNew={!invoice} isDraft={isDraft} />
          <Status texts={texts} form={form} fields={fields} isSettled={isSettled} />
        </div>
        <Card
          title="Lines"
          sub={`${texts.lines}${options.length > 0 && includesTax ? texts.includesTax : ""}${customerTax ? `${texts.byCustomer} “${customerTax.taxName}”${includesTax ? texts.netPrice : ""}.` : ""}`}
        >
          <CardBody>
            <LineRows
              form={form}
              lines={lines}
              rates={rates}
              newRate={hasNoRates ? noRate : ""}
              sums={sums}
              recount={recount}
              notes={notes}
              from="/invoices/suggest/products"
            />
            <div className="mt-5 grid grid-cols-1 gap-5 border-t border-border pt-5 sm:grid-cols-2">
              <div className="grid max-w-md grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] content-start gap-4">
                <RecordField
                  of={invoiceFields.shippingCharge}
                  form={form}
                  value={fields.shippingCharge}
                  autoComplete="off"
                />
                {options.length > 0 && (
                  <SelectField
                    form={form}
                    name="shippingTaxRate"
                    label={texts.shippingTaxRate}
                    defaultValue={fields.shippingTaxRate}
                    className={isRated ? "" : "hidden"}
                    disabled={!!customerTax}
                    {...rates.choices}
                  />
                )}
                <RecordField
                  of={invoiceFields.tax}
                  form={form}
                  value={fields.tax}
                  autoComplete="off"
                  className={isRated ? "hidden" : ""}
                  hint={options.length > 0 ? texts.tax : undefined}
                />
              </div>
              <Totals parts={parts} total={sums.total} className="w-72 content-start justify-self-end max-sm:w-full" />
            </div>
          </CardBody>
        </Card>
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <BilledTo texts={texts} form={form} fields={fields} />
          <Payment texts={texts} form={form} fields={fields} />
        </div>
        <Card title="Notes">
          <CardBody className="grid gap-4 sm:grid-cols-2">
            <RecordField of={invoiceFields.note} form={form} value={fields.note} rows={3} hint={texts.note} />
            <RecordField
              of={invoiceFields.internalNote}
              form={form}
              value={fields.internalNote}
              rows={3}
              hint={texts.internalNote}
            />
          </CardBody>
        </Card>
      </div>
    </RecordForm>
  );
}

const draftForm = {
  noun: { one: "draft", many: "drafts" },
  list: "/invoices/drafts",
};
const issueButton = { act: "issue", label: "Issue invoice" };
const draftButton = { act: "draft", label: "Save as draft" };

/** Returns the rows of lines that the fields of a form have. */
function linesOf(fields: FormFields): ReturnType<typeof lineFields>[] {
  const text = (name: string) => String(fields[name] ?? "");
  return rowNumbers(Object.keys(fields), "lines").map((number) => {
    const field = (name: string) => text(`lines.${number}.${name}`);
    return {
      product: field("product"),
      title: field("title"),
      quantity: field("quantity"),
      unit: field("unit"),
      price: field("price"),
      discount: field("discount"),
      taxRate: field("taxRate"),
    };
  });
}

type PartProps = Pick<Props, "form" | "fields" | "texts" | "isDraft">;

function Details({
  texts,
  form,
  fields,
  notes,
  isNew,
  isDraft,
}: PartProps & Pick<Props, "notes"> & { isNew: boolean }) {
  return (
    <Card title="Details" aside={!isDraft && <RequiredNote />}>
      <CardBody className="grid gap-4 sm:grid-cols-2">
        <Picker
          form={form}
          name="customer"
          label={invoiceFields.customerName.label}
          required={!isDraft}
          defaultValue={fields.customer}
          hint={notes?.[String(fieldText(form, "customer", fields.customer))]}
          from="/invoices/suggest/people"
          autoFocus={isNew && beginsWith(fields.customer, form)}
          placeholder={texts.customer}
          className="sm:col-span-2"
        />
        <RecordField
          of={invoiceFields.poNumber}
          form={form}
          value={fields.poNumber}
          autoComplete="off"
          className="sm:col-span-2"
        />
        <SetField form={form} name="filledFor" value={fields.filledFor} />
        <SetField form={form} name="customerTax" value={fields.customerTax} />
        {isDraft ? (
          <>
            <TextField {...dayOf("issueDate", { form, fields })} hint={texts.issueDate} />
            <TextField {...dayOf("dueDate", { form, fields })} hint={texts.dueDate} />
          </>
        ) : (
          <>
            <RecordField of={invoiceFields.issueDate} form={form} value={fields.issueDate} />
            <RecordField of={invoiceFields.dueDate} form={form} value={fields.dueDate} />
          </>
        )}
        <RecordField of={invoiceFields.serviceFrom} form={form} value={fields.serviceFrom} />
        <RecordField of={invoiceFields.serviceTo} form={form} value={fields.serviceTo} />
      </CardBody>
    </Card>
  );
}

/** A day of a draft, which may be missing. */
const dayOf = (name: "issueDate" | "dueDate", { form, fields }: Pick<PartProps, "form" | "fields">) => ({
  form,
  name,
  label: invoiceFields[name].label,
  type: "date",
  defaultValue: fields[name],
});

function Status({ texts, form, fields, isSettled }: PartProps & Pick<Props, "isSettled">) {
  return (
    <Card title="Status">
      <CardBody>
        <RadioField
          form={form}
          name="status"
          label={<span className="sr-only">{invoiceFields.status.label}</span>}
          defaultValue={fields.status ?? "pending"}
          options={
            isSettled
              ? [{ value: "complete", title: "Complete", description: texts.settled }]
              : [
                  { value: "pending", title: "Pending", description: texts.pending },
                  { value: "complete", title: "Complete", description: texts.complete },
                ]
          }
        />
      </CardBody>
    </Card>
  );
}

function BilledTo({ texts, form, fields }: PartProps) {
  return (
    <Card title="Billed to" sub={texts.billedTo}>
      <CardBody className="grid gap-4 sm:grid-cols-2">
        <RecordField of={invoiceFields.billingEmail} form={form} value={fields.billingEmail} autoComplete="off" />
        <RecordField of={invoiceFields.billingPhone} form={form} value={fields.billingPhone} autoComplete="off" />
        <RecordField
          of={invoiceFields.billingAddress}
          form={form}
          value={fields.billingAddress}
          rows={3}
          autoComplete="off"
          className="sm:col-span-2"
        />
      </CardBody>
    </Card>
  );
}

function Payment({ texts, form, fields }: PartProps) {
  const methods =
    paymentMethods.some(({ value }) => value === fields.paymentMethod) || !fields.paymentMethod
      ? paymentMethods
      : [...paymentMethods, { value: fields.paymentMethod, title: fields.paymentMethod }];
  return (
    <Card title="Payment" sub={texts.payment}>
      <CardBody className="grid gap-4 sm:grid-cols-2">
        <SelectField
          form={form}
          name="paymentMethod"
          label={invoiceFields.paymentMethod.label}
          defaultValue={fields.paymentMethod}
          placeholder={texts.noMethod}
          options={methods}
          className="sm:col-span-2"
        />
        <RecordField of={invoiceFields.cardHolder} form={form} value={fields.cardHolder} autoComplete="off" />
        <TextField
          form={form}
          name="cardNo"
          label={invoiceFields.cardNo.label}
          defaultValue={fields.cardNo}
          inputMode="numeric"
          autoComplete="off"
          maxLength={40}
        />
      </CardBody>
    </Card>
  );
}
