import { useFetcher } from "@remix-run/react";
import { type FormEvent, useRef } from "react";
import type { FormState } from "~/core/form/form-state";

/** Value of the form's button that shows the invoices of its customer. */
export const showInvoices = "find:allocations";

/**
 * Shows the customer's invoices without the button, once a customer is chosen, or an amount is entered while no invoice
 * takes any. Returns the newer of the page's form and what that showed, and the handlers for the fields.
 */
export function useOpenInvoices(form: FormState | undefined) {
  const { submit, data } = useFetcher<{ form?: FormState }>();
  const formBefore = useRef<FormState>();
  const isNewer = data?.form !== undefined && formBefore.current === form;
  const show = (element: HTMLFormElement | null) => {
    if (!element) return;
    const fields = new FormData(element);
    fields.set("rows", showInvoices);
    formBefore.current = form;
    submit(fields, { method: "post", encType: "multipart/form-data" });
  };
  return {
    shown: isNewer ? data.form : form,
    handlers: {
      onInput: ({ target }: FormEvent) => {
        if (target instanceof HTMLInputElement && target.name === "customer" && /· #\d+$/.test(target.value))
          show(target.form);
      },
      onBlur: ({ target }: FormEvent) => {
        if (!(target instanceof HTMLInputElement) || target.name !== "amount" || !target.value) return;
        const amounts = [...(target.form?.elements ?? [])].filter(
          (one) => one instanceof HTMLInputElement && /^allocations\.\d+\.amount$/.test(one.name),
        ) as HTMLInputElement[];
        if (amounts.length > 0 && amounts.every(({ value }) => !value)) show(target.form);
      },
    },
  };
}
