import { type ComponentProps, useState } from "react";
import type { FormState } from "~/core/form/form-state";
import { Icon } from "~/ui/icons/icon";
import { TextField } from "./fields";

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, "type" | "before" | "after" | "defaultValue">;

/** A password field whose text can be shown. A rejected form neither shows nor returns the password. */
export function PasswordField({ form, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState<{ form?: FormState }>();
  const isShown = shown !== undefined && shown.form === form;
  return (
    <TextField
      {...field}
      form={form && { ...form, fields: {} }}
      type={isShown ? "text" : "password"}
      autoCapitalize="off"
      spellCheck={false}
      after={
        <button type="button" className="reveal" onClick={() => setShown(isShown ? undefined : { form })}>
          <Icon name={isShown ? "eye-off" : "eye"} />
          <span className="sr-only">{isShown ? "Hide password" : "Show password"}</span>
        </button>
      }
    />
  );
}
