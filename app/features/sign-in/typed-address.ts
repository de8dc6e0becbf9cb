let typed: string | undefined;

/** Remembers the address in the form while scripts navigate between pages. */
export function keepTypedAddress() {
  typed = document.querySelector<HTMLInputElement>("input[name=email]")?.value;
}

/** Returns the address last entered in the sign-in form, to prefill the form for a new password. */
export const typedAddress = () => typed;
