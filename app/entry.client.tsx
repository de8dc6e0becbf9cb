import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";

await readPageData();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});

/**
 * Has Remix decode the page's data before React starts. Left to itself, RemixBrowser does so in its first render, which
 * it suspends by throwing a promise; no boundary stands above it, and a key pressed in that moment makes React throw
 * its error 345 ("Root did not complete"). Calling the component throws the same promise, and hydration then renders in
 * one go.
 */
async function readPageData() {
  try {
    RemixBrowser({});
  } catch (thrown) {
    if (!(thrown instanceof Promise)) throw thrown;
    await thrown;
  }
}
