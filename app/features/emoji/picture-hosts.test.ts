import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BadRequestError, BadResponseError, TimeoutError } from "~/core/http/http";
import { addressesOf, askHosts, imageOf, picturesIn } from "./picture-hosts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const [one, two, three] = ["https://one.example", "https://two.example", "https://three.example"];

type Behaviour = { after?: number; status?: number; body?: unknown; broken?: boolean };

/**
 * Mocks hosts with these behaviours; others never respond. Returns when each was requested, in milliseconds, and
 * which requests were aborted.
 */
function hosts(behaviours: Record<string, Behaviour>) {
  const asked: [host: string, at: number][] = [];
  const left: string[] = [];
  const began = Date.now();
  const fetch = (url: string, { signal }: { signal: AbortSignal }) => {
    const host = new URL(url).origin;
    asked.push([host, Date.now() - began]);
    return new Promise<Response>((resolve, reject) => {
      signal.addEventListener("abort", () => {
        left.push(host);
        reject(new Error("aborted"));
      });
      const does = behaviours[host];
      if (!does) return;
      const { after = 0, status = 200, body = { from: host }, broken } = does;
      const answer = () =>
        broken
          ? reject(new TypeError("network error"))
          : resolve(Object.defineProperty(Response.json(body, { status }), "url", { value: url }));
      setTimeout(answer, after);
    });
  };
  vi.stubGlobal("fetch", fetch);
  return { asked, left };
}

/** Returns the result of the request after all timers have run. */
async function outcome(list: string[]) {
  const settled = askHosts(list, "/set.json?icons=a").then(
    (answer) => ({ answer, error: undefined }),
    (error: unknown) => ({ answer: undefined, error }),
  );
  await vi.runAllTimersAsync();
  return settled;
}

describe("emoji picture hosts", () => {
  test("are not requested after the first has answered", async () => {
    const { asked } = hosts({ [one]: { after: 700 }, [two]: {} });
    expect((await outcome([one, two])).answer).toEqual({ from: one });
    expect(asked).toEqual([[one, 0]]);
  });

  test("are requested 750 ms after the one before, which may still answer first", async () => {
    const { asked, left } = hosts({ [one]: { after: 900 }, [two]: { after: 500 } });
    expect((await outcome([one, two, three])).answer).toEqual({ from: one });
    expect(asked).toEqual([
      [one, 0],
      [two, 750],
    ]);
    expect(left).toContain(two);
  });

  test.each([
    ["is broken", { broken: true }],
    ["says 500", { status: 500 }],
    ["says 403", { status: 403 }],
  ])("are requested 750 ms later when the one before %s", async (_, behaviour) => {
    const { asked } = hosts({ [one]: behaviour, [two]: {} });
    expect((await outcome([one, two])).answer).toEqual({ from: two });
    expect(asked).toEqual([
      [one, 0],
      [two, 750],
    ]);
  });

  test("are not requested any more after a 404", async () => {
    const { asked } = hosts({ [one]: { status: 404 }, [two]: {} });
    const { error } = await outcome([one, two]);
    expect(error).toBeInstanceOf(BadRequestError);
    expect(asked).toEqual([[one, 0]]);
  });

  test("have 5 seconds together", async () => {
    const { asked, left } = hosts({});
    const began = Date.now();
    let ended = 0;
    const asking = askHosts([one, two], "/x").catch((error: unknown) => {
      ended = Date.now() - began;
      return error;
    });
    await vi.runAllTimersAsync();
    expect(await asking).toBeInstanceOf(TimeoutError);
    expect([ended, asked.length, left]).toEqual([5000, 2, [one, two]]);
  });

  test("emoji picture hosts that have all failed are given up immediately, with the error of the last one", async () => {
    hosts({ [one]: { broken: true }, [two]: { status: 503 } });
    expect((await outcome([one, two])).error).toBeInstanceOf(BadResponseError);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("the URLs of icons", () => {
  test("contain all names once, in order, and none is longer than 500 characters with encoded commas", () => {
    const names = Array.from({ length: 300 }, (_, place) => `an-emoji-with-a-name-${place}`);
    const parts = addressesOf([one, `${two}/icons`], "fluent-emoji-flat", names);
    expect(parts.flatMap((part) => part.names)).toEqual(names);
    const lengths = parts.map(({ path }) => `${two}/icons${path.replaceAll(",", "%2C")}`.length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(500);
    expect(Math.min(...lengths.slice(0, -1))).toBeGreaterThan(450);
  });
});

describe("a response of an icon host", () => {
  test("contains pictures with the size of the set, or their own, and those of their parents", () => {
    const answer = {
      width: 32,
      height: 32,
      icons: { a: { body: "<g/>" }, b: { body: "<a/>", width: 64 } },
      aliases: { c: { parent: "a" } },
    };
    expect([...picturesIn(answer, ["a", "b", "c"])]).toEqual([
      ["a", { body: "<g/>", width: 32, height: 32 }],
      ["b", { body: "<a/>", width: 64, height: 32 }],
      ["c", { body: "<g/>", width: 32, height: 32 }],
    ]);
  });

  test.each([
    undefined,
    null,
    "text",
    7,
    [],
    {},
    { icons: null },
    { icons: { a: null } },
    { icons: { a: { body: 7 } } },
    { icons: {}, aliases: { a: { parent: "a" } } },
  ])("a response of an icon host that is %j contains none", (answer) => {
    expect(picturesIn(answer, ["a", "constructor", "__proto__"]).size).toBe(0);
  });

  test("is shown as an image, which runs nothing", () => {
    const image = imageOf({ body: '<script>alert("#1")</script>', width: 32, height: 16 });
    expect(image).toMatch(/^data:image\/svg\+xml,%3Csvg[^"'<>#\s]*$/);
    expect(decodeURIComponent(image)).toContain('viewBox="0 0 32 16"><script>alert("#1")</script></svg>');
  });
});
