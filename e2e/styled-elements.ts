import type { Browser } from "@playwright/test";

/** Counts the elements that the browser styles anew while `happens` runs. */
export async function countStyledElements(browser: Browser, happens: () => Promise<unknown>): Promise<number> {
  const chromium = await browser.newBrowserCDPSession();
  type Traced = { name: string; args?: { elementCount?: number } };
  const traced: Traced[] = [];
  chromium.on("Tracing.dataCollected", ({ value }) => traced.push(...(value as unknown as Traced[])));
  await chromium.send("Tracing.start", { traceConfig: { includedCategories: ["devtools.timeline"] } });
  await happens();
  const ended = new Promise((resolve) => chromium.once("Tracing.tracingComplete", resolve));
  await chromium.send("Tracing.end");
  await ended;
  await chromium.detach();
  const counts = traced.flatMap(({ name, args }) => (name === "UpdateLayoutTree" ? [args?.elementCount ?? 0] : []));
  return counts.reduce((sum, count) => sum + count, 0);
}
