/**
 * Page component for routes that only accept forms and whose loader redirects. It is never visible, but makes refusals
 * appear inside the shell instead of as bare text.
 */
export default function FormOnly() {
  return null;
}
