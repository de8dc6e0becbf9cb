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
const startScript = `{
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
 * Returns the page with delayed scripts, and `data` before the last one. The elements keep their places, as React
 * expects them there when hydrating; it does not compare their attributes.
 */
export function withLateScripts(html: string, nonce: string, data = ""): string {
  const end = html.lastIndexOf(module(nonce));
  if (end < 0) return html + data; // an early error page without scripts
  const begins = html.indexOf(preload); // searching and copying the page before it would take as long as its rows
  const links = begins < 0 ? end : Math.min(begins, end);
  return [
    html.slice(0, links),
    html.slice(links, end).replaceAll(preload, waitingPreload),
    waitingModule(nonce),
    html.slice(end + module(nonce).length),
    data,
    `<script nonce="${nonce}">${startScript}</script>`,
  ].join("");
}
