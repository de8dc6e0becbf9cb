/** The live stream of a person, as bytes. */
import type { Database } from "better-sqlite3";

/** Listens as a browser does that has a conversation of this person's open. `end` answers all that came. */
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
