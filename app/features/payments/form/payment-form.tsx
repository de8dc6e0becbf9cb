import { currencySign } from "~/core/values/money";
import type { Payment } from "db/schema";
import { fieldText, type FormState } from "~/core/form/form-state";
import { rowNumbers } from "~/core/form/row-numbers";
import type { Noun } from "~/core/values/noun";
import { Button } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { RadioField } from "~/ui/form/choices";
import { SelectField, TextField } from "~/ui/form/fields";
import { RequiredNote } from "~/ui/form/form";
import { Picker } from "~/ui/form/picker";
import { beginsWith, RecordField } from "~/ui/form/record-field";
import { RecordForm } from "~/ui/form/record-form";
import { Money } from "~/ui/values/money";
import { Day } from "~/ui/values/time";
import { paymentFields, paymentNoun } from "../fields";
import { receivedBy } from "../methods";
import type { InvoiceRow } from "../open-invoices.server";
import type { paymentValues } from "./form-values";
import { showInvoices, useOpenInvoices } from "./use-open-invoices";

interface Props {
  /** The payment to edit; undefined for a new one. */
  payment?: Pick<Payment, "revision" | "deletedAt">;
  /** Initial values of the fields. */
  fields: Partial<ReturnType<typeof paymentValues>>;
  /** Initial rows of invoices. */
  rows: InvoiceRow[];
  /** Submitted values and errors of a rejected form post. */
  form?: FormState;
  formKey?: string;
  /** Rendered between the fields and the buttons. */
  after?: React.ReactNode;
}

const creditNoun: Noun = { one: "credit", many: "credits" };

/** The form for a payment, a refund or a use of credit, and the invoices that it settles. */
export function PaymentForm({ payment, fields, rows, form, formKey, after }: Props) {
  const { shown, handlers } = useOpenInvoices(form);
  return (
    <RecordForm
      noun={!payment && fields.kind === "credit" ? creditNoun : paymentNoun}
      list="/payments"
      record={payment}
      verb={fields.kind === "credit" ? "Use" : "Record"}
      form={form}
      formKey={formKey}
      after={after}
      className="grid gap-5"
    >
      <div {...handlers}>
        <Details form={form} fields={fields} isNew={!payment} />
      </div>
      <Invoices
        form={shown}
        rows={rows}
        isNew={!payment}
        kind={fields.kind === "credit" ? "credit" : String(fieldText(shown, "kind", fields.kind))}
      />
    </RecordForm>
  );
}

type PartProps = Pick<Props, "form" | "fields">;

function Details({ form, fields, isNew }: PartProps & { isNew: boolean }) {
  const methods =
    receivedBy.some(({ value }) => value === fields.method) || !fields.method
      ? receivedBy
      : [...receivedBy, { id: 0, value: fields.method, title: fields.method }];
  const isCredit = fields.kind === "credit";
  return (
    <Card title={isCredit ? "Credit" : "Payment"} aside={<RequiredNote />}>
      <CardBody className="grid gap-4 sm:grid-cols-2">
        {!isCredit && (
          <RadioField
            form={form}
            name="kind"
            label={paymentFields.kind.label}
            defaultValue={fields.kind ?? "payment"}
            options={[
              { value: "payment", title: "Payment", description: "Money from the customer" },
              { value: "refund", title: "Refund", description: "Money back to the customer" },
            ]}
            className="sm:col-span-2"
          />
        )}
        <Picker
          form={form}
          name="customer"
          label={paymentFields.customerName.label}
          required
          defaultValue={fields.customer}
          from="/invoices/suggest/people"
          autoFocus={isNew && beginsWith(fields.customer, form)}
          placeholder="Name or e-mail"
          className="sm:col-span-2"
        />
        {!isCredit && <RecordField of={paymentFields.amount} form={form} value={fields.amount} autoComplete="off" />}
        <RecordField of={paymentFields.date} form={form} value={fields.date} />
        {!isCredit && (
          <SelectField
            form={form}
            name="method"
            label={paymentFields.method.label}
            defaultValue={fields.method}
            placeholder="Not known"
            options={methods}
          />
        )}
        <RecordField
          of={paymentFields.reference}
          form={form}
          value={fields.reference}
          autoComplete="off"
          placeholder="Bank reference, check number"
        />
        <RecordField
          of={paymentFields.note}
          form={form}
          value={fields.note}
          hint="The customer can read it."
          rows={2}
          autoComplete="off"
          className="sm:col-span-2"
        />
      </CardBody>
    </Card>
  );
}

interface InvoicesProps extends Pick<Props, "form" | "rows"> {
  /** Whether the payment is recorded with this form. */
  isNew: boolean;
  /** A kind of payment, or what was posted instead. */
  kind: string;
}

const invoiceHints: Record<string, string> = {
  refund: "What is taken back from no invoice comes from the customer’s credit.",
  credit: "Each invoice takes at most its balance, and all together at most the credit.",
};

function Invoices({ form, rows, isNew, kind }: InvoicesProps) {
  const isRefund = kind === "refund";
  const numbers = form ? rowNumbers(Object.keys(form.fields), "allocations") : rows.map((_, place) => place);
  const isShown = form?.savesNothing === true && Object.keys(form.errors).length === 0;
  return (
    <Card
      title="Invoices"
      sub={invoiceHints[kind] ?? "What is applied to no invoice stays as the customer’s credit."}
      aside={
        <Button
          name="rows"
          value={showInvoices}
          formAction="#field-allocations"
          formNoValidate
          variant="outline"
          size="sm"
        >
          {isRefund ? "Show paid invoices" : "Show open invoices"}
        </Button>
      }
    >
      <div id="field-allocations" tabIndex={-1} role="group" aria-label="Invoices">
        {numbers.length === 0 ? (
          <CardBody className="text-muted">
            {isShown
              ? `This customer has no ${isRefund ? "paid" : "open"} invoices.`
              : "Choose a customer and enter an amount, then show their invoices: the amount fills them by due date, oldest first."}
          </CardBody>
        ) : (
          <ul className="divide-y divide-border">
            {numbers.map((number) => (
              <InvoiceAmount
                key={`${String(fieldText(form, `allocations.${number}.invoiceId`, ""))} ${number}`}
                number={number}
                row={rows[number]}
                rows={rows}
                form={form}
                isNew={isNew}
                kind={kind}
              />
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

interface InvoiceAmountProps extends InvoicesProps {
  number: number;
  /** Initial values. */
  row: InvoiceRow | undefined;
}

/** An invoice, and how much of it the payment settles. */
function InvoiceAmount({ number, row, rows, form, isNew, kind }: InvoiceAmountProps) {
  const name = (field: keyof InvoiceRow) => `allocations.${number}.${field}`;
  const value = (field: keyof InvoiceRow) => {
    const text = fieldText(form, name(field), form ? undefined : row?.[field]);
    return text === undefined ? undefined : String(text);
  };
  const invoiceId = value("invoiceId") ?? "";
  const known = rows.find((one) => one.invoiceId === invoiceId);
  const dueDate = value("dueDate") ?? known?.dueDate;
  const open = value("open") ?? known?.open;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-3">
      <input type="hidden" name={name("invoiceId")} value={invoiceId} />
      <div>
        <a className="link code" href={`/invoices/${invoiceId}/details`}>
          {invoiceId}
        </a>
        {dueDate !== undefined && open !== undefined && (
          <p className="num text-sm text-muted">
            Due <Day value={dueDate} />, <Money cents={Number(open)} />{" "}
            {kind === "refund"
              ? "paid"
              : isNew
                ? "open"
                : kind === "credit"
                  ? "open without this credit"
                  : "open without this payment"}
          </p>
        )}
      </div>
      <TextField
        form={form}
        name={name("amount")}
        label={<span className="sr-only">Amount of {invoiceId}</span>}
        defaultValue={value("amount")}
        before={currencySign()}
        inputMode="decimal"
        autoComplete="off"
        className="w-44"
      />
    </li>
  );
}
