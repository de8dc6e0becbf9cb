import type { ReactNode } from "react";
import { productColors, productSizes, productStatuses } from "db/lookups";
import type { Product } from "db/schema";
import { formatNumber } from "~/core/values/noun";
import type { FormState } from "~/core/form/form-state";
import { Card, CardBody } from "~/ui/card";
import { ChipsField, RadioField } from "~/ui/form/choices";
import { RequiredNote } from "~/ui/form/form";
import { RecordField } from "~/ui/form/record-field";
import { RecordForm } from "~/ui/form/record-form";
import { productFields, productNoun } from "./fields";
import { fieldOf, type PartProps, productValues, valuesOf } from "./form-values";
import { PriceAndStock, type TaxRateOptions } from "./price-and-stock";
import { ProductImages } from "./product-images";
import { Features, Offers } from "./product-rows";

const statusMeaning: Record<string, string> = { Published: "Visible in the store", Draft: "Only your team sees it" };

interface Props {
  /** Options of the tax rate; without any, there is no field for it. */
  rates: TaxRateOptions;
  /** The product to edit; undefined for a new one. */
  product?: Product;
  /** Submitted values and errors of a rejected form post. */
  form?: FormState;
  formKey?: string;
  /** Rendered between the fields and the buttons, which stick to the bottom of the page. */
  children?: ReactNode;
}

/** The form for a new product, or for one that exists. */
export function ProductForm({ rates, product, form, formKey, children }: Props) {
  const part = { form, record: product ? productValues(product) : {} };
  return (
    <RecordForm
      noun={productNoun}
      list="/products"
      record={product}
      form={form}
      formKey={formKey}
      after={children}
      className="with-aside"
    >
      <div className="grid gap-5">
        <Details {...part} />
        <PriceAndStock {...part} rates={rates} />
        <Variants {...part} />
        <Features form={form} product={product} />
      </div>
      <div className="grid gap-5">
        <Card title="Status">
          <CardBody>
            <RadioField
              form={form}
              name="status"
              label={<span className="sr-only">{productFields.status.label}</span>}
              defaultValue={product?.status ?? "Draft"}
              options={productStatuses.map(({ value, title }) => ({ value, title, description: statusMeaning[value] }))}
            />
          </CardBody>
        </Card>
        <ProductImages form={form} product={product} />
        <Offers form={form} product={product} />
      </div>
    </RecordForm>
  );
}

function Details(part: PartProps) {
  const fieldProps = fieldOf(part);
  return (
    <Card title="Details" aside={<RequiredNote />}>
      <CardBody className="grid gap-4 sm:grid-cols-2">
        <RecordField {...fieldProps("title")} first autoComplete="off" className="sm:col-span-2" />
        <RecordField
          {...fieldProps("description")}
          optional
          rows={5}
          hint={`Shown on the product's page. Up to ${formatNumber(productFields.description.max)} characters.`}
          className="sm:col-span-2"
        />
        <RecordField {...fieldProps("category")} />
        <RecordField {...fieldProps("code")} autoComplete="off" spellCheck={false} placeholder="SO-1180" />
      </CardBody>
    </Card>
  );
}

function Variants({ form, record }: PartProps) {
  return (
    <Card title="Variants">
      <CardBody className="grid gap-5">
        <ChipsField
          form={form}
          name="colors"
          label={productFields.colors.label}
          defaultValue={valuesOf(record, "colors")}
          options={productColors.map(({ value, title }) => ({ value, title, swatch: value }))}
        />
        <ChipsField
          form={form}
          name="sizes"
          label={productFields.sizes.label}
          defaultValue={valuesOf(record, "sizes")}
          options={productSizes}
        />
      </CardBody>
    </Card>
  );
}
