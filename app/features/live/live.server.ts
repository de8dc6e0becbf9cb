/**
 * Pushes news to browsers (their part is `features/inbox/use-live-inbox.ts`). While streams are open, one loop per
 * process checks the database each second, which includes what other processes wrote.
 */
import { setImmediate as turn } from "node:timers/promises";
import { and, gt, inArray } from "drizzle-orm";
import { db } from "db";
import { users } from "db/schema";
import { outsideRequest } from "~/core/http/request-context.server";
import { log } from "~/core/process/log.server";
import { arrivedSince, inboxOf, newestIds } from "~/features/inbox/inbox.server";
import type { InboxReader } from "~/features/notifications/readable.server";

/**
 * Polls between two heartbeats, which keep proxies from closing a stream and end it after its session; and the poll
 * interval in milliseconds.
 */
const beatEvery = 25;
const lookEvery = 1_000;
/** Streams of one person at most. A browser has six connections to a site, and pages need some. */
const maxEach = 4;
/** After this long a browser comes back when a stream has ended; in milliseconds. */
const comeBack = 5_000;

interface Stream {
  userId: number;
  /** The poll on which this stream sends its heartbeat, so that not all do so at once. */
  beat: number;
  send(text: string): void;
  end(): void;
  /** Returns the current user; undefined once the session has ended. */
  whoIsIn(): Promise<InboxReader | undefined>;
  /** Returns the page's other data as JSON; `watched` is what was last sent. Called on each poll. */
  watch?: Watch;
  watched?: string;
}

/** Returns the page's other data as a JSON value. */
export type Watch = () => Promise<unknown>;

/** The open streams, oldest first. */
const streams = new Set<Stream>();
let latestIds: Awaited<ReturnType<typeof newestIds>> | undefined;
let timer: NodeJS.Timeout | undefined;
let pollCount = 0;
let stopped = false;

const encoder = new TextEncoder();

/**
 * Returns a server-sent event stream with the user's inbox, sent again on each change, and `watch` events when the
 * result of `watch` changes. It ends with the request or the session; if a user has too many, the oldest is closed
 * without reconnecting.
 */
export function liveStream(
  me: InboxReader,
  { signal, whoIsIn, watch }: { signal: AbortSignal; whoIsIn: Stream["whoIsIn"]; watch?: Watch },
): ReadableStream<Uint8Array> {
  let stream: Stream | undefined;
  let cancelled = false;
  const leave = () => stream?.end();
  return new ReadableStream({
    async start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      const end = () => {
        if (!streams.delete(made)) return;
        signal.removeEventListener("abort", leave);
        if (streams.size === 0) stopPolling();
        if (!cancelled) controller.close();
      };
      const made: Stream = { userId: me.id, beat: pollCount % beatEvery, send, end, whoIsIn, watch };
      send(`retry: ${comeBack}\n\n`);
      if (stopped || signal.aborted) return controller.close();
      stream = made;
      signal.addEventListener("abort", leave);
      streams.add(made);
      for (const old of streamsOf(me.id).slice(0, -maxEach)) leaveForGood(old);
      await skipped(made, async () => {
        await startPolling();
        if (streams.has(made)) await show(made, me);
        await sendWatched(made);
      });
    },
    cancel() {
      cancelled = true;
      leave();
    },
  });
}

const streamsOf = (userId: number) => [...streams].filter((stream) => stream.userId === userId);

function leaveForGood(stream: Stream) {
  stream.send("event: enough\ndata:\n\n");
  stream.end();
}

async function show(stream: Stream, me: InboxReader) {
  const text = `data: ${JSON.stringify(await inboxOf(me))}\n\n`;
  if (streams.has(stream)) stream.send(text);
}

async function sendWatched(stream: Stream) {
  if (!stream.watch) return;
  const text = JSON.stringify((await stream.watch()) ?? null);
  if (text === stream.watched || !streams.has(stream)) return;
  if (!(await stream.whoIsIn())) return stream.end();
  stream.watched = text;
  if (streams.has(stream)) stream.send(`event: watch\ndata: ${text}\n\n`);
}

/** Runs an action for a stream. On an error only this stream is closed, and its browser reconnects. */
async function skipped(stream: Stream, act: () => Promise<void>) {
  try {
    await act();
  } catch (error) {
    log.error({ err: error }, "a live stream failed, and was ended");
    stream.end();
  }
}

/**
 * Starts the polling loop unless it runs. Existing items are not news, because each stream begins with them; if
 * reading them fails, the next poll retries.
 */
async function startPolling() {
  if (timer) return;
  const lookAgain = () =>
    void poll().catch((error: unknown) => log.error({ err: error }, "the boxes could not be looked into"));
  timer = outsideRequest(() => setInterval(lookAgain, lookEvery)).unref(); // it is for all who listen
  latestIds = undefined;
  latestIds = await newestIds();
}

function stopPolling() {
  clearInterval(timer);
  timer = undefined;
}

let isPolling = false;
let lookedAt = Date.now();
/** Maximum duration of a change that polling must not miss, in milliseconds. */
const maxChangeTime = 5_000;

/** Returns the listening users whose access has ended since `moment`, less `maxChangeTime`. */
async function endedSince(moment: number): Promise<Set<number>> {
  const ids = [...new Set([...streams].map(({ userId }) => userId))];
  const ended = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), gt(users.accessEndedAt, new Date(moment - maxChangeTime))));
  return new Set(ended.map(({ id }) => id));
}

/** Polls once: sends news to the users who have some, and the heartbeats that are due. */
export async function poll(): Promise<void> {
  if (isPolling) return;
  isPolling = true;
  try {
    pollCount++;
    const { people, newest } = latestIds
      ? await arrivedSince(latestIds)
      : { people: undefined, newest: await newestIds() };
    latestIds = newest;
    const since = lookedAt;
    lookedAt = Date.now();
    const ended = await endedSince(since);
    for (const stream of [...streams]) {
      const hasNews = people?.has(stream.userId) ?? true;
      if (hasNews || ended.has(stream.userId) || pollCount % beatEvery === stream.beat)
        await skipped(stream, () => updateStream(stream, hasNews));
      if (stream.watch) await skipped(stream, () => sendWatched(stream));
    }
  } finally {
    isPolling = false;
  }
}

async function updateStream(stream: Stream, hasNews: boolean) {
  await turn(); // requests go first: there may be hundreds of streams
  if (!streams.has(stream)) return;
  const me = await stream.whoIsIn();
  if (!me) return stream.end();
  if (hasNews) await show(stream, me);
  else stream.send(":\n\n");
}

/**
 * Ends all streams, and from now on each as soon as it begins: the server stops, and browsers come back to the next
 * one.
 */
export function endStreams() {
  stopped = true;
  for (const stream of [...streams]) stream.end();
}

/** Returns the number of open streams. */
export const openStreamCount = () => streams.size;
