import { lazy, Suspense, useState } from "react";
import type { User } from "db/schema";
import { type FormState, fieldText } from "~/core/form/form-state";
import { Avatar } from "~/ui/values/avatar";
import { CheckboxField } from "~/ui/form/choices";
import { FileField } from "~/ui/form/file-field";

/** Comes when a picture is chosen: who changes a name need not load it. */
const Cropper = lazy(() => import("~/ui/form/cropper"));

interface Props {
  person?: Pick<User, "id" | "name" | "image">;
  form?: FormState;
}

/** A person's picture: the one that there is, a new one, or none. Without scripts the middle of a new one is kept. */
export function PictureField({ person, form }: Props) {
  const [chosen, setChosen] = useState<File>();
  const image = String(fieldText(form, "image", person?.image ?? "") ?? "");
  return (
    <div className="flex items-start gap-4">
      <input type="hidden" name="image" value={image} />
      <Avatar person={{ id: person?.id ?? 0, name: person?.name ?? "", image: image || null }} size="xl" />
      <div className="grid min-w-0 flex-1 gap-3">
        <FileField
          form={form}
          name="picture"
          label="Choose a picture"
          accept="image/jpeg,image/png,image/webp"
          hint="JPEG, PNG or WebP, up to 8 MB. It is cut to a square."
          onTaken={([file]) => setChosen(file)}
        />
        {chosen && (
          <Suspense>
            <Cropper key={chosenKey(chosen)} file={chosen} />
          </Suspense>
        )}
        {/* Never ticked again after an error: by then the picture is gone from the form, or a new one was sent. */}
        {image && <CheckboxField name="removePicture" label="Remove the picture" />}
      </div>
    </div>
  );
}

const chosenKey = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`;
