import type { FormState } from "~/core/form/form-state";
import { TextField } from "~/ui/form/fields";

/** The name of a new user. If the directory already has one, that is used. */
export function NameField({ known, typed, form }: { known?: string; typed?: string; form?: FormState }) {
  if (known === undefined)
    return (
      <TextField
        name="name"
        label="Name"
        autoComplete="name"
        maxLength={100}
        defaultValue={typed}
        required
        form={form}
      />
    );
  return (
    <TextField
      name="name"
      label="Name"
      defaultValue={known}
      readOnly
      form={form}
      hint="So you are called here already. You can change it in your settings once you are in."
    />
  );
}
