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
 * Makes Remix decode the page's data before React starts, because RemixBrowser's first render suspends on it: without
 * a boundary, a key press in that moment makes React throw error 345 ("Root did not complete"). Calling the component
 * throws the same promise.
 */
async function readPageData() {
  try {
    RemixBrowser({});
  } catch (thrown) {
    if (!(thrown instanceof Promise)) throw thrown;
    await thrown;
  }
}
