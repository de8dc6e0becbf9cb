import { useRef, useState } from "react";
import type { InvoiceLine } from "db/schema";
import { fieldText, type FormFields, type FormState } from "~/core/form/form-state";
import { currencySign, formatMoney } from "~/core/values/money";
import { formatNumber } from "~/core/values/noun";
import { Button } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { SelectField, TextField } from "~/ui/form/fields";
import { RequiredNote } from "~/ui/form/form";
import { RecordForm } from "~/ui/form/record-form";
import { Money } from "~/ui/values/money";
import { Totals } from "~/ui/values/totals";
import { creditNoteFields, creditNoteNoun, creditReasons, maxReasonLength } from "./fields";
import { taxParts } from "~/features/taxes/tax-parts";
import { creditOfForm } from "./form-credit";
import type { Credit, CreditableInvoice, Portion } from "./credit-arithmetic";

interface Props {
  invoice: Omit<CreditableInvoice, "lines"> & { id: string; lines: InvoiceLine[] };
  /** The portion that earlier credit notes cover, and the rest. */
  before: Portion;
  left: Portion;
  /** The balance of the invoice, in cents. */
  balance: number;
  fields: FormFields;
  isEmpty: boolean;
  form?: FormState;
  formKey: string;
}

/** The form for a credit note. Its amounts follow the quantities; the server calculates the final ones. */
export function CreditForm({ invoice, before, left, balance, fields, isEmpty, form, formKey }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<FormFields>();
  const credit = creditOfForm(invoice, before, typed ?? form?.fields ?? fields);
  const recount = () => {
    const element = box.current?.closest("form");
    if (element) setTyped(Object.fromEntries([...new FormData(element)].filter(isText)));
  };
  return (
    <RecordForm noun={creditNoteNoun} list={`/invoices/${invoice.id}/details`} form={form} formKey={formKey}>
      <div ref={box} onInput={recount} className="with-aside">
        <Card
          title="What to credit"
          sub={`Quantities of ${invoice.id} that are not credited yet.`}
          aside={
            <a className="link text-sm" href={isEmpty ? "?" : "?quantities=none"}>
              {isEmpty ? "Fill in everything" : "Clear all quantities"}
            </a>
          }
        >
          <CardBody className="grid gap-4">
            {invoice.lines.map((line, place) => (
              <LineRow
                key={place}
                line={line}
                place={place}
                left={left.quantities[place] ?? 0}
                total={credit?.lines[place]}
                {...{ form, fields }}
              />
            ))}
            {left.shippingCharge > 0 && (
              <TextField
                form={form}
                name="shippingCharge"
                label={creditNoteFields.shippingCharge.label}
                hint={`At most ${formatMoney(left.shippingCharge)}`}
                before={currencySign()}
                inputMode="decimal"
                autoComplete="off"
                defaultValue={String(fields.shippingCharge ?? "")}
                className="max-w-48"
              />
            )}
            <Amounts credit={credit} balance={balance} includesTax={invoice.includesTax} />
          </CardBody>
        </Card>
        <CreditReason form={form} date={String(fields.date)} />
      </div>
    </RecordForm>
  );
}

const isText = (entry: [string, FormDataEntryValue]): entry is [string, string] => typeof entry[1] === "string";

interface LineRowProps {
  line: InvoiceLine;
  place: number;
  /** The quantity that is not credited yet. */
  left: number;
  /** The credited amount in cents; undefined if it cannot be calculated. */
  total: number | undefined;
  form?: FormState;
  fields: FormFields;
}

function LineRow({ line, place, left, total, form, fields }: LineRowProps) {
  const name = `lines.${place}.quantity`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_6rem_7rem] items-start gap-4 border-b border-border pb-4 max-sm:grid-cols-[minmax(0,1fr)_6rem]">
      <input type="hidden" name={`lines.${place}.line`} value={place} />
      <div className="pt-2">
        <p className="wrap-anywhere">
          <bdi>{line.title}</bdi>
        </p>
        <p className="num text-sm text-muted">
          {formatNumber(line.quantity)} × <Money cents={line.price} />
        </p>
      </div>
      <TextField
        form={form}
        name={name}
        label={<span className="sr-only">Quantity of {line.title}</span>}
        hint={left === 0 ? "Credited" : `of ${formatNumber(left)}`}
        inputMode="decimal"
        autoComplete="off"
        readOnly={left === 0}
        defaultValue={fieldText(form, name, String(fields[name] ?? ""))}
      />
      <p className="num pt-2 text-right max-sm:col-span-2">{total === undefined ? "–" : <Money cents={total} />}</p>
    </div>
  );
}

interface AmountsProps extends Pick<CreditableInvoice, "includesTax"> {
  credit: Credit | undefined;
  balance: number;
}

function Amounts({ credit, balance, includesTax }: AmountsProps) {
  const applied = credit && Math.min(credit.total, Math.max(balance, 0));
  return (
    <div className="flex flex-wrap items-end justify-between gap-5">
      <Button name="rows" value="sums" variant="outline" size="sm" className="hidden noscript:inline-flex">
        Show amounts
      </Button>
      <div className="ms-auto w-72 max-sm:w-full">
        <Totals
          parts={[
            { label: "Lines", cents: credit?.lines.reduce((sum, line) => sum + line, 0) },
            { label: "Shipping", cents: credit?.shippingCharge },
            ...taxParts({ tax: credit?.tax, taxes: credit?.taxes ?? [], includesTax }),
          ]}
          label="Total credit"
          total={credit?.total}
        />
        {credit && applied !== undefined && credit.total > 0 && (
          <p className="mt-3 text-sm text-muted">
            {applied > 0 && `Takes ${formatMoney(applied)} off the balance of ${formatMoney(balance)}. `}
            {credit.total > applied && `${formatMoney(credit.total - applied)} becomes credit of the customer.`}
          </p>
        )}
      </div>
    </div>
  );
}

function CreditReason({ form, date }: { form?: FormState; date: string }) {
  return (
    <Card title="Why" aside={<RequiredNote />}>
      <CardBody className="grid gap-4">
        <SelectField
          form={form}
          name="reason"
          label={creditNoteFields.reason.label}
          placeholder="Another reason"
          options={creditReasons.map((title) => ({ value: title, title }))}
        />
        <TextField
          form={form}
          name="details"
          label="In your own words"
          hint="The customer reads it on the credit note."
          maxLength={maxReasonLength - 100}
        />
        <TextField
          form={form}
          name="date"
          label={creditNoteFields.date.label}
          type="date"
          required
          defaultValue={date}
        />
      </CardBody>
    </Card>
  );
}
