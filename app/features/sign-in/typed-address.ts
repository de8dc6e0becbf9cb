let typed: string | undefined;

/** Keeps the address that stands in the form, for as long as scripts lead from page to page. */
export function keepTypedAddress() {
  typed = document.querySelector<HTMLInputElement>("input[name=email]")?.value;
}

/** What somebody typed where they meant to log in: whoever has forgotten the password need not type it again. */
export const typedAddress = () => typed;
