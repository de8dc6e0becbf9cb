let typed: string | undefined;

/** Keeps the address that stands in the form, for as long as scripts lead from page to page. */
export function keepTypedAddress() {
  typed = document.querySelector<HTMLInputElement>("input[name=email]")?.value;
}

/** Returns the address last entered in the sign-in form, to prefill the form for a new password. */
export const typedAddress = () => typed;
