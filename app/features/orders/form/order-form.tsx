import { paymentMethods } from "db/lookups";
import type { Order } from "db/schema";
import type { FormFields, FormState } from "~/core/form/form-state";
import { rowNumbers } from "~/core/form/row-numbers";
import { Card, CardBody } from "~/ui/card";
import { CheckboxField } from "~/ui/form/choices";
import { SelectField } from "~/ui/form/fields";
import { RequiredNote } from "~/ui/form/form";
import { Picker, SetField } from "~/ui/form/picker";
import { beginsWith, RecordField } from "~/ui/form/record-field";
import { RecordForm } from "~/ui/form/record-form";
import { Totals } from "~/ui/values/totals";
import type { FormSums } from "~/features/document-lines/form-sums";
import { type LineFields, LineRows } from "~/features/document-lines/parts/line-rows";
import { useFormSums } from "~/features/document-lines/use-form-sums";
import { type FormRates, noRate, taxParts } from "~/features/taxes/tax-parts";
import { orderFields, orderNoun } from "../fields";

interface Props {
  /** The order to edit; undefined for a new one. */
  order?: Pick<Order, "revision" | "deletedAt">;
  /** Why its items and charges cannot be changed any more. */
  fixed?: string;
  /** Initial values of the fields. */
  fields: Record<string, string>;
  rates: FormRates;
  /** The sums of these fields. */
  sums: FormSums;
  form?: FormState;
  formKey?: string;
}

type PartProps = Pick<Props, "form" | "fields">;

/** The form for an order. Sums update while typing; the server calculates the final ones. */
export function OrderForm({ order, fixed, fields, form, formKey, ...shown }: Props) {
  const { box, sums, recount } = useFormSums(shown.sums, form, shown.rates);
  return (
    <RecordForm
      noun={orderNoun}
      list="/orders"
      other={order ? undefined : { act: "invoice", label: "Create and invoice", action: "/orders/create/invoice" }}
      record={order}
      form={form}
      formKey={formKey}
    >
      <div ref={box} onInput={recount} className="grid gap-5">
        <CustomerCard form={form} fields={fields} isNew={!order} isFixed={fixed !== undefined} />
        {fixed ? (
          <Card title="Items">
            <CardBody>
              <p className="text-sm text-muted">{fixed}</p>
            </CardBody>
          </Card>
        ) : (
          <ItemsCard form={form} fields={fields} rates={shown.rates} sums={sums} recount={recount} isNew={!order} />
        )}
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <AddressCard form={form} fields={fields} />
          <PaymentCard form={form} fields={fields} />
        </div>
      </div>
    </RecordForm>
  );
}

function CustomerCard({ form, fields, isNew, isFixed }: PartProps & Record<"isNew" | "isFixed", boolean>) {
  return (
    <Card title="Customer" sub="What is left empty is taken from the directory." aside={<RequiredNote />}>
      <CardBody className="grid gap-4 sm:grid-cols-2">
        {!isFixed && (
          <>
            <Picker
              form={form}
              name="customer"
              label={orderFields.customerName.label}
              required
              defaultValue={fields.customer}
              from="/orders/suggest/people"
              autoFocus={isNew && beginsWith(fields.customer, form)}
              placeholder="Name or e-mail"
            />
            <CheckboxField
              form={form}
              name="isGuest"
              label="Not in the directory"
              hint="The order keeps the name as you type it."
              defaultChecked={fields.isGuest === "on"}
              className="self-center"
            />
            <SetField form={form} name="customerTax" value={fields.customerTax} />
          </>
        )}
        <RecordField of={orderFields.customerEmail} form={form} value={fields.customerEmail} autoComplete="off" />
        <RecordField of={orderFields.customerPhone} form={form} value={fields.customerPhone} autoComplete="off" />
        <RecordField of={orderFields.customerCompany} form={form} value={fields.customerCompany} autoComplete="off" />
      </CardBody>
    </Card>
  );
}

interface ItemsProps extends PartProps, Pick<Props, "rates" | "sums"> {
  recount(): Promise<void>;
  isNew: boolean;
}

function ItemsCard({ form, fields, rates, sums, recount, isNew }: ItemsProps) {
  const { includesTax, options } = rates;
  const lines = linesOf(fields);
  const hasNoRates = !isNew && lines.length > 0 && lines.every(({ taxRate }) => taxRate === noRate);
  return (
    <Card
      title="Items"
      sub={`A product fills in its description and price.${options.length > 0 && includesTax ? " Prices include tax." : ""}`}
    >
      <CardBody>
        <LineRows
          form={form}
          lines={lines}
          rates={rates}
          newRate={hasNoRates ? noRate : ""}
          sums={sums}
          recount={recount}
          from="/orders/suggest/products"
          isPlain
        />
        <div className="mt-5 grid grid-cols-1 gap-5 border-t border-border pt-5 sm:grid-cols-2">
          <Charges form={form} fields={fields} rates={rates} sums={sums} />
          <Totals
            parts={[
              { label: "Subtotal", cents: sums.subtotal },
              ...(sums.discount ? [{ label: "Discount", cents: -sums.discount }] : []),
              { label: "Shipping", cents: sums.shippingCharge },
              ...taxParts({ tax: sums.tax, taxes: sums.taxes, includesTax }),
            ]}
            total={sums.total}
            className="w-72 content-start justify-self-end max-sm:w-full"
          />
        </div>
      </CardBody>
    </Card>
  );
}

function Charges({
  form,
  fields,
  rates: { options, choices },
  sums: { isRated, customerTax },
}: PartProps & Pick<Props, "rates" | "sums">) {
  const charge = { form, autoComplete: "off" };
  return (
    <div className="grid max-w-md grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] content-start gap-4">
      <RecordField of={orderFields.discountAmount} {...charge} value={fields.discountAmount} />
      <RecordField of={orderFields.shippingChargeAmount} {...charge} value={fields.shippingChargeAmount} />
      {options.length > 0 && (
        <SelectField
          form={form}
          name="shippingTaxRate"
          label="Tax rate of the shipping"
          defaultValue={fields.shippingTaxRate}
          className={isRated ? "" : "hidden"}
          disabled={!!customerTax}
          {...choices}
        />
      )}
      <RecordField
        of={orderFields.taxAmount}
        {...charge}
        value={fields.taxAmount}
        className={isRated ? "hidden" : ""}
        hint={options.length > 0 ? "Counts if no line has a tax rate." : undefined}
      />
    </div>
  );
}

/** Returns the rows of lines that the fields of a form have. */
function linesOf(fields: FormFields): LineFields[] {
  return rowNumbers(Object.keys(fields), "lines").map((number) => {
    const field = (name: keyof LineFields) => String(fields[`lines.${number}.${name}`] ?? "");
    return {
      product: field("product"),
      title: field("title"),
      quantity: field("quantity"),
      price: field("price"),
      taxRate: field("taxRate"),
      unit: "",
      discount: "",
    };
  });
}

function AddressCard({ form, fields }: PartProps) {
  return (
    <Card title="Addresses">
      <CardBody className="grid gap-4">
        <RecordField of={orderFields.shipping} form={form} value={fields.shipping} rows={4} autoComplete="off" />
        <RecordField
          of={orderFields.billing}
          form={form}
          value={fields.billing}
          rows={4}
          autoComplete="off"
          hint="The shipping address, if you leave it empty."
        />
      </CardBody>
    </Card>
  );
}

function PaymentCard({ form, fields }: PartProps) {
  return (
    <Card title="Payment">
      <CardBody>
        <SelectField
          form={form}
          name="paymentMethod"
          label={orderFields.paymentMethod.label}
          defaultValue={fields.paymentMethod}
          placeholder="Not known yet"
          options={paymentMethods}
        />
      </CardBody>
    </Card>
  );
}
