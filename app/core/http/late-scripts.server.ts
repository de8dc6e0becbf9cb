/**
 * Every page works without scripts, so they wait: they begin to load when the page is read and has been painted, so as
 * to share neither the line with page and style, nor the processor with the first paint.
 */

/** What Remix writes for a page's scripts, and what stands there instead: names that mean nothing to a browser. */
const preload = '<link rel="modulepreload"';
const waitingPreload = '<link rel="later"';
const module = (nonce: string) => `<script nonce="${nonce}" type="module" async="">`;
const waitingModule = (nonce: string) => `<script nonce="${nonce}" type="later">`;

/**
 * The last script of a page. A page that nobody looks at is not painted, so there the others come at once. What is put
 * into a painted page comes softly, see `styles/shell.css`.
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
 * A page whose scripts wait. The elements stay where they are, for React looks for each of them; what they are called
 * it does not compare.
 */
export function withLateScripts(html: string, nonce: string): string {
  const [before, after] = html.split(module(nonce));
  if (before === undefined || after === undefined) return html; // an error so early that there are no scripts
  return `${before.replaceAll(preload, waitingPreload)}${waitingModule(nonce)}${after}<script nonce="${nonce}">${begin}</script>`;
}
