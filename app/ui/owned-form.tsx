import { Form, type FormProps } from "@remix-run/react";
import { forwardRef, useContext } from "react";
import { FormOwnerContext, ownerField } from "~/core/form/form-owner";

/** Remix's `Form`, which when posted says whom it was opened for. Pages use no other: the server refuses those. */
const OwnedForm = forwardRef<HTMLFormElement, FormProps>(function OwnedForm({ children, ...props }, ref) {
  return (
    <Form ref={ref} {...props}>
      {props.method === "post" && <OwnerField />}
      {children}
    </Form>
  );
});
export { OwnedForm as Form };

/** The field that says so, for a form that is none of Remix's. */
export function OwnerField() {
  return <input type="hidden" name={ownerField} value={useContext(FormOwnerContext)} />;
}

/** The same as a value to be sent by a script. */
export const useOwnerField = () => ({ [ownerField]: useContext(FormOwnerContext) });
