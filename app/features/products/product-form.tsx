import type { ReactNode } from "react";
import { productCategories, productColors, productSizes, productStatuses } from "db/lookups";
import type { Product } from "db/schema";
import type { FormState } from "~/core/form/form-state";
import { Card, CardBody } from "~/ui/card";
import { ChipsField, RadioField } from "~/ui/form/choices";
import { SelectField, TextareaField, TextField } from "~/ui/form/fields";
import { RequiredNote } from "~/ui/form/form";
import { RecordForm } from "~/ui/form/record-form";
import { productFields, productNoun } from "./fields";
import { longestCode, longestDescription, longestTitle } from "./limits";
import { many, one, type PartProps, productValues } from "./form-values";
import { ProductImages } from "./product-images";
import { Features, Offers } from "./product-rows";

const statusMeaning: Record<string, string> = { Published: "Visible in the store", Draft: "Only your team sees it" };

interface Props {
  /** What is edited; nothing for a new product. */
  product?: Product;
  /** What came back from a post that was not saved. */
  form?: FormState;
  formKey?: string;
  /** Stands between the form and its buttons, which stay at the bottom of the page. */
  children?: ReactNode;
}

/** The form for a new product, or for one that exists. */
export function ProductForm({ product, form, formKey, children }: Props) {
  const part = { form, record: product ? productValues(product) : {} };
  return (
    <RecordForm
      noun={productNoun}
      list="/products"
      record={product}
      form={form}
      formKey={formKey}
      after={children}
      className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]"
    >
      <div className="grid gap-5">
        <Details {...part} />
        <PriceAndStock {...part} />
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

function Details({ form, record }: PartProps) {
  return (
    <Card title="Details" aside={<RequiredNote />}>
      <CardBody className="grid gap-4 sm:grid-cols-2">
        <TextField
          form={form}
          name="title"
          label={productFields.title.label}
          required
          defaultValue={one(record, "title")}
          autoComplete="off"
          maxLength={longestTitle}
          className="sm:col-span-2"
        />
        <TextareaField
          form={form}
          name="description"
          label={productFields.description.label}
          optional
          defaultValue={one(record, "description")}
          rows={5}
          maxLength={longestDescription}
          hint={`Shown on the product's page. Up to ${longestDescription.toLocaleString("en-US")} characters.`}
          className="sm:col-span-2"
        />
        <SelectField
          form={form}
          name="category"
          label={productFields.category.label}
          required
          defaultValue={one(record, "category") ?? ""}
          placeholder="Choose a category"
          options={productCategories}
        />
        <TextField
          form={form}
          name="code"
          label={productFields.code.label}
          required
          defaultValue={one(record, "code")}
          autoComplete="off"
          spellCheck={false}
          placeholder="SO-1180"
          maxLength={longestCode}
        />
      </CardBody>
    </Card>
  );
}

function PriceAndStock({ form, record }: PartProps) {
  return (
    <Card title="Price and stock">
      <CardBody className="grid gap-4 sm:grid-cols-3">
        <TextField
          form={form}
          name="price"
          label={productFields.price.label}
          required
          before="$"
          defaultValue={one(record, "price")}
          inputMode="decimal"
          autoComplete="off"
          placeholder="94.50"
        />
        <TextField
          form={form}
          name="discount"
          label={productFields.discount.label}
          optional
          after="%"
          defaultValue={one(record, "discount")}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
        />
        <TextField
          form={form}
          name="stock"
          label={productFields.stock.label}
          required
          defaultValue={one(record, "stock")}
          inputMode="numeric"
          autoComplete="off"
          placeholder="0"
        />
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
          defaultValue={many(record, "colors")}
          options={productColors.map(({ value, title }) => ({ value, title, swatch: value }))}
        />
        <ChipsField
          form={form}
          name="sizes"
          label={productFields.sizes.label}
          defaultValue={many(record, "sizes")}
          options={productSizes}
        />
      </CardBody>
    </Card>
  );
}
