import { type FormState, fieldText } from "~/core/form/form-state";
import { FileField } from "~/ui/form/file-field";
import { Icon } from "~/ui/icons/icon";

interface Props {
  name: string;
  logo: string;
  form?: FormState;
}

/** The field for the company's logo: the current one, a new one, or none. */
export function LogoField({ name, logo, form }: Props) {
  const image = String(fieldText(form, "logo", logo) ?? "");
  return (
    <div className="group grid gap-4">
      <input type="hidden" name="logo" value={image} />
      {image && (
        <img
          src={image}
          alt={`Logo of ${name}`}
          className="max-h-24 max-w-60 object-contain object-left group-has-[[name=removePicture]:checked]:opacity-40 rtl:object-right"
        />
      )}
      <FileField
        form={form}
        name="picture"
        label={
          <>
            <Icon name="upload" />
            <span>
              Upload<span className="sr-only"> a logo</span>
            </span>
          </>
        }
        accept="image/jpeg,image/png,image/webp"
        hint="JPEG, PNG or WebP, up to 8 MB. It stands at the top of invoices and packing slips."
        aside={
          image && (
            <label className="chip">
              <input type="checkbox" name="removePicture" aria-label="Remove the logo" />
              Remove
            </label>
          )
        }
      />
    </div>
  );
}
