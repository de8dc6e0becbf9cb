/**
 * Stands for the page of an address that takes forms only, and whose loader leads on: nobody ever sees it. With it,
 * what such an address refuses is said on a page, inside the shell and with a way back; without one it would be bare
 * text.
 */
export default function FormOnly() {
  return null;
}
