import { describe, expect, it } from "vitest";
import { QueueFull } from "~/core/process/fair-queue.server";
import { inRequest } from "~/core/process/security-log.server";
import { findAll } from "~/features/search/find.server";
import { findFaqs } from "~/features/support/faqs/search.server";
import { listView } from "~/core/list/list-view.server";
import { userResource } from "~/features/users/users.server";
import { cast, testDatabase } from "~/testing/database";
import { get } from "~/testing/requests";
import { streamText } from "./api.server";
import { inContext } from "./request-context.server";
import { currentRequester, exportQueue } from "./work-queues.server";

testDatabase();
const { ada, ben } = cast;

/** Runs `act` as a signed-in user. */
const as = <Result>(person: typeof ada, act: () => Result) => inContext({ searches: [], person }, act);

/** Records the names of tasks in the order in which they end. */
function endings() {
  const order: string[] = [];
  return { order, note: (name: string) => () => void order.push(name) };
}

const misspelt = "wihte kettel parcle recieve adress definately seperate occured untill tommorow";

describe.each([
  ["everything", (person: typeof ada) => findAll(misspelt, 5, person)],
  ["the FAQs", (person: typeof ada) => findFaqs(person, misspelt)],
  [
    "a list",
    (person: typeof ada) => listView(userResource.listing, get(`/users?q=${encodeURIComponent(misspelt)}`), person.id),
  ],
])("a search of %s", (_, search) => {
  it("is answered before the rest of another person's forty searches", async () => {
    const { order, note } = endings();
    const crowd = Array.from({ length: 40 }, () => as(ada, () => search(ada)).then(note("crowd")));
    await Promise.all([...crowd, as(ben, () => search(ben)).then(note("ben"))]);
    expect(order.indexOf("ben")).toBeLessThanOrEqual(3);
  });
});

describe("downloads", () => {
  const piece = "x".repeat(150_000);
  let making = 0;
  let mostAtOnce = 0;

  /** A long download, each chunk of which takes two turns of the event loop. */
  async function* pieces(count: number) {
    for (let number = 0; number < count; number++) {
      mostAtOnce = Math.max(mostAtOnce, ++making);
      await new Promise(setImmediate);
      making--;
      yield piece;
    }
  }
  const download = (count: number) => streamText(pieces(count), {});

  it("downloads of many readers are produced one piece at a time, so a short one does not wait for all of them", async () => {
    const { order, note } = endings();
    const crowd = Array.from({ length: 20 }, async () => (await as(ada, () => download(3))).text());
    const long = crowd.map((text) => text.then(note("crowd")));
    const short = as(ben, () => download(1)).then((response) => response.text());
    await Promise.all([...long, short.then(note("ben"))]);
    expect([mostAtOnce, order[0]]).toEqual([1, "ben"]);
  });

  it("downloads of one person are refused beyond twenty-five at once, until one has ended or was cancelled", async () => {
    const open = [];
    for (let number = 0; number < 25; number++) open.push(await as(ada, () => download(3)));
    await expect(as(ada, () => download(1))).rejects.toThrow(QueueFull);
    expect((await (await as(ben, () => download(1))).text()).length).toBe(piece.length);
    await open[0]?.body?.cancel();
    await open[1]?.text();
    expect((await (await as(ada, () => download(1))).text()).length).toBe(piece.length);
    for (const response of open.slice(2)) await response.body?.cancel();
  });

  it("downloads that fail free their place", async () => {
    async function* failing(): AsyncGenerator<string> {
      throw new Error("no rows");
    }
    for (let number = 0; number < 30; number++)
      await expect(as(ada, () => streamText(failing(), {}))).rejects.toThrow("no rows");
    const place = as(ada, () => exportQueue.enter(currentRequester()));
    place.leave();
  });
});

describe("the client that is counted", () => {
  it("is the signed-in user, or else the network: all addresses of one IPv6 customer are the same", () => {
    const from = (address: string) => inRequest({ id: "", address }, currentRequester);
    expect(as(ada, currentRequester)).toEqual({ key: "person 1", isKnown: true });
    expect(from("203.0.113.7")).toEqual({ key: "network 203.0.113.7", isKnown: false });
    expect(from("2001:db8:1:2::1")).toEqual(from("2001:db8:1:2:ffff::9"));
    expect(from("2001:db8:1:2::1")).not.toEqual(from("2001:db8:1:3::1"));
  });
});
