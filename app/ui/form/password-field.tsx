import { type ComponentProps, useState } from "react";
import { Icon } from "~/ui/icon";
import { TextField } from "./fields";

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, "type" | "before" | "after" | "defaultValue">;

/** A password, which can be looked at while it is typed. It never comes back with a form that was refused. */
export function PasswordField({ form, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...field}
      form={form && { ...form, fields: {} }}
      type={isShown ? "text" : "password"}
      autoCapitalize="off"
      spellCheck={false}
      after={
        <button type="button" className="reveal" onClick={() => setShown(!isShown)}>
          <Icon name={isShown ? "eye-off" : "eye"} />
          <span className="sr-only">{isShown ? "Hide password" : "Show password"}</span>
        </button>
      }
    />
  );
}
