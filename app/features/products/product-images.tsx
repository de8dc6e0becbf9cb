import { useEffect, useRef } from "react";
import type { Product } from "db/schema";
import { fieldId, type FormState, fieldText } from "~/core/form/form-state";
import { Button, buttonClass } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { classes } from "~/ui/classes";
import { FieldNotes } from "~/ui/form/field";
import { FileField } from "~/ui/form/file-field";
import { Icon } from "~/ui/icons/icon";
import { type Row, Rows } from "~/ui/form/rows";
import { Picture } from "./gallery";
import { maxImages } from "./limits";
import { useNavigation } from "~/ui/navigation";

interface ImagesProps {
  form?: FormState;
  product?: Pick<Product, "images" | "featureImage">;
}

const fileId = fieldId("pictures");
const fileField = () => document.getElementById(fileId) as HTMLInputElement;

/**
 * The pictures of a product, which can be reordered, removed or made the feature image. New ones upload by a button
 * that saves nothing else, so that they can be reordered too; with scripts this happens automatically.
 */
export function ProductImages({ form, product }: ImagesProps) {
  const upload = useRef<HTMLButtonElement>(null);
  const isUploading = useNavigation().formData?.get("rows") === "add:images";
  const images = form ? [form.fields.images ?? []].flat() : (product?.images ?? []);
  const feature = fieldText(form, "featureImage", product?.featureImage ?? undefined);
  const first = [fieldText(form, "shown", undefined), feature, images[0]].find((image) => images.includes(`${image}`));

  const send = () => fileField().value && upload.current?.form?.requestSubmit(upload.current);
  useEffect(() => void send(), []); // chosen before scripts ran
  // Files that have arrived are not sent again with the product.
  const hasArrived = form && !form.unanswered && !form.signedOut;
  useEffect(() => {
    if (hasArrived) fileField().value = "";
  }, [form, hasArrived]);

  return (
    <Rows
      name="images"
      noun={{ one: "image", many: "images" }}
      form={form}
      record={product?.images}
      texts
      sideways
      empty=""
      frame={({ rows, count, error }) => (
        <Card title="Images">
          <CardBody className={classes("gallery gallery-form", count >= maxImages && "full")}>
            {rows}
            <FileField
              form={form}
              name="pictures"
              multiple
              inLabel
              label={
                <>
                  <Icon name={isUploading ? "loader-circle" : "image-plus"} className={isUploading ? "spin" : ""} />
                  <span>Add images</span>
                </>
              }
              accept="image/jpeg,image/png,image/webp"
              hint={
                count < maxImages
                  ? `JPEG, PNG or WebP, up to 8 MB each. A product has at most ${maxImages}.`
                  : `A product has at most ${maxImages} images. Remove one to add another.`
              }
              onTaken={send}
            />
            {error}
            <FieldNotes id={fieldId("featureImage")} name="featureImage" form={form} />
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
      {(row) => (
        <Picture
          src={row.value()}
          label={`Show image ${row.index + 1}`}
          alt={`Image ${row.index + 1}`}
          isFirst={row.value() === first}
        >
          <Acts row={row} isFeature={row.value() === feature} />
        </Picture>
      )}
    </Rows>
  );
}

/** The actions on one picture. */
function Acts({ row, isFeature }: { row: Row; isFeature: boolean }) {
  const number = row.index + 1;
  return (
    <>
      <input type="hidden" name={row.name()} id={row.id()} value={row.value()} />
      <label className="badge">
        <input type="radio" className="radio" name="featureImage" value={row.value()} defaultChecked={isFeature} />
        <span>
          Feature image<span className="sr-only"> {number}</span>
        </span>
      </label>
      <div className="flex items-center">
        <span className="me-auto text-sm text-muted">Image {number}</span>
        <Button variant="ghost" size="icon" className="btn-sm" {...row.up}>
          <Icon name="arrow-left" flip />
        </Button>
        <Button variant="ghost" size="icon" className="btn-sm" {...row.down}>
          <Icon name="arrow-right" flip />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          className="btn-sm"
          {...row.remove}
          onClick={(event) => {
            passRoleOn(row.index);
            row.remove.onClick(event);
          }}
        >
          <Icon name="x" />
        </Button>
      </div>
    </>
  );
}

/**
 * Passes on the role of a removed picture: the first one becomes the feature image, and an adjacent one is shown, so
 * that its button can take the focus.
 */
function passRoleOn(index: number) {
  const [features, shown] = ["featureImage", "shown"].map((name) => document.getElementsByName(name)) as Radios[];
  if (features?.[index]?.checked) features[index ? 0 : 1]?.click();
  const beside = shown?.[index + 1] ?? shown?.[index - 1];
  if (beside) beside.click();
  else document.getElementById(fileId)?.focus();
}

type Radios = NodeListOf<HTMLInputElement>;
