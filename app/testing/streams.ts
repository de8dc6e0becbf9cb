/** Browsers that listen to the live stream of their page. */
import { afterEach, beforeEach, vi } from "vitest";
import { inContext } from "~/core/http/request-context.server";
import { loader } from "~/features/live/live";
import { get } from "./requests";

/**
 * Lets a file of tests open streams: the loop that looks for news stands still, so that a test decides when it looks
 * (`look()`), and every stream ends with its test.
 *
 * @returns opens a stream with somebody's cookies, at `/live` and what follows it; `next` is the next event as it was
 * sent, or "(over)".
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
