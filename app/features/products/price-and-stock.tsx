import { type FormEvent, useState } from "react";
import { fieldText } from "~/core/form/form-state";
import { lineTotal } from "~/core/values/line-total";
import { formatMoney, parseMoney, parsePercent } from "~/core/values/money";
import { Card, CardBody } from "~/ui/card";
import { SelectField } from "~/ui/form/fields";
import { RecordField } from "~/ui/form/record-field";
import { productFields } from "./fields";
import { fieldOf, type PartProps, valueOf } from "./form-values";

export type TaxRateOptions = { value: string; title: string }[];

/** Form fields for price and stock, with the discounted price updated while typing. */
export function PriceAndStock({ rates, ...part }: PartProps & { rates: TaxRateOptions }) {
  const fieldProps = fieldOf(part);
  const initial = (name: string) => String(fieldText(part.form, name, valueOf(part.record, name)) ?? "");
  const [reduced, setReduced] = useState(() => reducedPrice(initial("price"), initial("discount")));
  const onInput = ({ currentTarget: { form } }: FormEvent<HTMLInputElement>) => {
    const typed = new FormData(form!);
    setReduced(reducedPrice(String(typed.get("price")), String(typed.get("discount"))));
  };
  return (
    <Card title="Price and stock">
      <CardBody className="grid gap-4 sm:grid-cols-3">
        <RecordField {...fieldProps("price")} onInput={onInput} autoComplete="off" placeholder="94.50" />
        <RecordField
          {...fieldProps("discount")}
          onInput={onInput}
          optional
          autoComplete="off"
          placeholder="0"
          hint={reduced && `Price after discount: ${reduced}`}
        />
        <RecordField {...fieldProps("stock")} autoComplete="off" placeholder="0" />
        {rates.length > 0 && (
          <SelectField
            form={part.form}
            name="taxRateId"
            label={productFields.taxRateId.label}
            defaultValue={valueOf(part.record, "taxRateId")}
            placeholder="The company’s default"
            options={rates}
            className="sm:col-span-3"
          />
        )}
      </CardBody>
    </Card>
  );
}

/** Returns a price less its discount, such as `$82.69`; nothing without a discount, or where a text cannot be read. */
function reducedPrice(price: string, discount: string): string | undefined {
  const [cents, hundredths] = [parseMoney(price), parsePercent(discount)];
  if (cents === undefined || cents < 0 || !hundredths) return undefined;
  const reduced = lineTotal({ quantity: 1, price: cents, discount: hundredths });
  return reduced === undefined ? undefined : formatMoney(reduced);
}
