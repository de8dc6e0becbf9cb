/** Browsers that are connected to the live stream. */
import { afterEach, beforeEach, vi } from "vitest";
import { inContext } from "~/core/http/request-context.server";
import { loader } from "~/features/live/live";
import { get } from "./requests";

/**
 * Prepares live streams for a test file: the poll timer is stopped, so that a test polls by `look()`, and every stream
 * ends with its test.
 * @returns a function that opens `/live` with a user's cookies and a query; `next` returns the next event as sent, or
 * "(over)".
 */
export function streamsOfPages() {
  const opened: AbortController[] = [];
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
  afterEach(() => {
    for (const browser of opened.splice(0)) browser.abort();
    vi.useRealTimers();
  });
  return async function listen(signedIn: Request, search = "") {
    const browser = new AbortController();
    opened.push(browser);
    const headers = { Accept: "text/event-stream", Cookie: signedIn.headers.get("Cookie") ?? "" };
    const request = new Request(get(`/live${search}`, headers), { signal: browser.signal });
    const context = { nonce: "", requestId: "test", address: "" };
    const answer = await inContext({ searches: [] }, () => loader({ request, params: {}, context }));
    const reader = answer.body!.getReader();
    const next = async () => {
      const { value, done } = await reader.read();
      return done ? "(over)" : new TextDecoder().decode(value);
    };
    return { answer, browser, next };
  };
}
