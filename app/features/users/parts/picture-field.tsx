import { lazy, Suspense, useEffect, useState } from "react";
import type { User } from "db/schema";
import { fieldId, type FormState, fieldText } from "~/core/form/form-state";
import { Button } from "~/ui/button";
import { FileField } from "~/ui/form/file-field";
import { Icon } from "~/ui/icons/icon";
import { Avatar } from "~/ui/values/avatar";

/** Comes when a picture is chosen: who changes a name need not load it. */
const Cropper = lazy(() => import("~/ui/form/cropper"));

interface Props {
  person?: Pick<User, "id" | "name" | "image">;
  form?: FormState;
}

const fileInput = () => document.getElementById(fieldId("picture")) as HTMLInputElement;

/**
 * The field for a person's picture: the current one, a new one, or none. Without scripts, a new one is cropped to its
 * center.
 */
export function PictureField({ person, form }: Props) {
  const [chosen, setChosen] = useState<File>();
  useEffect(() => setChosen(fileInput().files?.[0]), []); // chosen before scripts ran
  const image = String(fieldText(form, "image", person?.image ?? "") ?? "");
  return (
    <div className="group flex items-start gap-4">
      <input type="hidden" name="image" value={image} />
      <Avatar
        person={{ id: person?.id ?? 0, name: person?.name ?? "", image: image || null }}
        size="xl"
        className="group-has-[[name=removePicture]:checked]:opacity-40"
      />
      <div className="grid min-w-0 flex-1 gap-3">
        <FileField
          form={form}
          name="picture"
          label={
            <>
              <Icon name="upload" />
              <span>
                Upload<span className="sr-only"> a picture</span>
              </span>
            </>
          }
          accept="image/jpeg,image/png,image/webp"
          hint="JPEG, PNG or WebP, up to 8 MB. It is cut to a square."
          onTaken={([file]) => setChosen(file)}
          aside={chosen ? <ChosenFile name={chosen.name} /> : image && <RemovePicture />}
        />
        {chosen && (
          <Suspense>
            <Cropper key={chosenKey(chosen)} file={chosen} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

const chosenKey = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`;

/** The name of the chosen file, and a button that takes it back. */
function ChosenFile({ name }: { name: string }) {
  function clear() {
    const input = fileInput();
    input.value = "";
    input.dispatchEvent(new Event("change", { bubbles: true }));
    input.focus();
  }
  return (
    <>
      <Button type="button" variant="outline" size="sm" aria-label={`Remove ${name}`} onClick={clear}>
        Remove
      </Button>
      <bdi className="min-w-0 text-sm wrap-anywhere">{name}</bdi>
    </>
  );
}

/**
 * Removes the picture when the form is saved. Never ticked again after an error: by then the picture is gone from the
 * form, or a new one was sent.
 */
function RemovePicture() {
  return (
    <>
      <label className="chip">
        <input type="checkbox" name="removePicture" aria-label="Remove the picture" />
        Remove
      </label>
      <span className="hidden text-sm text-muted group-has-[[name=removePicture]:checked]:inline">
        Removed when you save
      </span>
    </>
  );
}
