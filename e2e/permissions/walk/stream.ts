/** Reads a user's live stream. */
import type { Database } from "better-sqlite3";

/**
 * Opens the live stream like a browser that shows one of the user's conversations. `end` returns everything received.
 */
export async function listen(site: string, headers: Record<string, string>, database: Database, id: number) {
  const ticket = database.prepare("select max(id) from tickets where requester_id = ?").pluck().get(id);
  const stop = new AbortController();
  const answer = await fetch(`${site}/live?ticket=${String(ticket)}`, {
    headers: { ...headers, accept: "text/event-stream" },
    signal: stop.signal,
  });
  let text = "";
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>)
      text += decoder.decode(piece, { stream: true });
  })().catch(() => undefined);
  return {
    text: () => text,
    async end() {
      stop.abort();
      await reading;
      return text;
    },
  };
}
