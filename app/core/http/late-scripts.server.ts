/**
 * Delays scripts until a page has been parsed and painted, so that they compete neither with page and styles for
 * bandwidth nor with the first paint for the CPU. Every page works without scripts.
 */

/** Markup that Remix writes for a page's scripts, and inert markup that replaces it. */
const preload = '<link rel="modulepreload"';
const waitingPreload = '<link rel="later"';
const module = (nonce: string) => `<script nonce="${nonce}" type="module" async="">`;
const waitingModule = (nonce: string) => `<script nonce="${nonce}" type="later">`;

/**
 * The last script of a page, which starts the others after the first paint, or at once in a hidden page, which is never
 * painted. Later insertions fade in, see `styles/shell.css`.
 */
const begin = `{
const run = () => {
  document.documentElement.dataset.painted = "";
  for (const link of document.querySelectorAll("link[rel=later]")) link.rel = "modulepreload";
  const { nonce, textContent } = document.querySelector("script[type=later]");
  const script = Object.assign(document.createElement("script"), { type: "module", nonce, textContent });
  document.head.append(script);
  script.remove();
};
document.hidden ? run() : requestAnimationFrame(() => setTimeout(run));
}`.replaceAll(/\n\s*/g, "");

/**
 * Returns the page with delayed scripts. The elements keep their places, as React expects them there when hydrating; it
 * does not compare their attributes.
 */
export function withLateScripts(html: string, nonce: string): string {
  const [before, after] = html.split(module(nonce));
  if (before === undefined || after === undefined) return html; // an early error page without scripts
  return `${before.replaceAll(preload, waitingPreload)}${waitingModule(nonce)}${after}<script nonce="${nonce}">${begin}</script>`;
}
