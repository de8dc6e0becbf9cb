import { useRef } from "react";
import type { Product } from "db/schema";
import { fieldId, type FormState, fieldText } from "~/core/form/form-state";
import { Button, buttonClass } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { FieldNotes } from "~/ui/form/field";
import { FileField } from "~/ui/form/file-field";
import { Icon } from "~/ui/icons/icon";
import { type Row, Rows } from "~/ui/form/rows";
import { Thumb } from "~/ui/values/thumb";
import { maxImages } from "./limits";

interface ImagesProps {
  form?: FormState;
  product?: Pick<Product, "images" | "featureImage">;
}

/**
 * The pictures of a product, in their order: each can be moved, taken away or made the feature image. New ones are sent
 * by a button of their own, which saves nothing else, so that they can be put in order too; where there are scripts
 * that happens by itself.
 */
export function ProductImages({ form, product }: ImagesProps) {
  const upload = useRef<HTMLButtonElement>(null);
  const images = form ? [form.fields.images ?? []].flat() : (product?.images ?? []);
  const feature = fieldText(form, "featureImage", product?.featureImage ?? undefined);
  return (
    <Rows
      name="images"
      noun={{ one: "image", many: "images" }}
      form={form}
      record={product?.images}
      texts
      frame={({ rows, error }) => (
        <Card title="Images">
          <CardBody className="grid gap-4">
            <div className="grid gap-2">{rows}</div>
            {error}
            <FieldNotes id={fieldId("featureImage")} name="featureImage" form={form} />
            <FileField
              key={images.join()}
              form={form}
              name="pictures"
              multiple
              label="Add images"
              accept="image/jpeg,image/png,image/webp"
              hint={`JPEG, PNG or WebP, up to 8 MB each. A product has at most ${maxImages}.`}
              onTaken={(files) => files.length > 0 && upload.current?.form?.requestSubmit(upload.current)}
            />
            <button
              ref={upload}
              name="rows"
              value="add:images"
              formAction={`#${fieldId("images")}`}
              formNoValidate
              className={buttonClass({ variant: "outline", size: "sm" }, "justify-self-start")}
            >
              <Icon name="image-plus" />
              Upload
            </button>
          </CardBody>
        </Card>
      )}
    >
      {(row) => <ImageRow row={row} isFeature={row.value() === feature} />}
    </Rows>
  );
}

function ImageRow({ row, isFeature }: { row: Row; isFeature: boolean }) {
  const address = row.value();
  const name = `image ${row.index + 1}`;
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <input type="hidden" name={row.name()} id={row.id()} value={address} />
      <Thumb src={address} className="size-14!" />
      <label className="flex flex-1 items-center gap-2 text-sm">
        <input type="radio" className="radio" name="featureImage" value={address} defaultChecked={isFeature} />
        <span>
          Feature<span className="sr-only"> {name}</span>
        </span>
      </label>
      <div className="ms-auto flex">
        <Button variant="ghost" size="icon" className="btn-sm" {...row.up}>
          <Icon name="arrow-up" />
        </Button>
        <Button variant="ghost" size="icon" className="btn-sm" {...row.down}>
          <Icon name="arrow-down" />
        </Button>
        <Button variant="ghost" size="icon" className="btn-sm" {...row.remove}>
          <Icon name="x" />
        </Button>
      </div>
    </div>
  );
}
