import { Form, type FormProps } from "@remix-run/react";
import { forwardRef, useContext } from "react";
import { FormOwnerContext, ownerField } from "~/core/form/form-owner";

/** Remix's `Form`, which also posts the user it was rendered for. The server refuses forms without that. */
const OwnedForm = forwardRef<HTMLFormElement, FormProps>(function OwnedForm({ children, ...props }, ref) {
  return (
    <Form ref={ref} {...props}>
      {props.method === "post" && <OwnerField />}
      {children}
    </Form>
  );
});
export { OwnedForm as Form };

/** The field with the form's user, for forms outside Remix. */
export function OwnerField() {
  return <input type="hidden" name={ownerField} value={useContext(FormOwnerContext)} />;
}

/** Returns the same as a value for scripts to send. */
export const useOwnerField = () => ({ [ownerField]: useContext(FormOwnerContext) });
