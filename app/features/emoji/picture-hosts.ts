/** Requests pictures from icon hosts by Iconify's protocol. Browser-safe. */
import { BadRequestError, call, TimeoutError } from "~/core/http/http";

/**
 * Delay before the next host is also requested and total timeout, in milliseconds, and the maximum length of an
 * address.
 */
const [nextAfter, limit, maxAddressLength] = [750, 5_000, 500];

export interface Picture {
  body: string;
  width: number;
  height: number;
}

/**
 * Requests the hosts one after the other, 750 ms apart, until one responds. A 404 ends the search, because the set
 * then exists nowhere. Throws the 404, the last error if all hosts failed, or `TimeoutError` after 5 seconds.
 */
export function askHosts(hosts: string[], path: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const over = new AbortController();
    let failed = 0;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const limited = setTimeout(
      () => end(() => reject(new TimeoutError(`No icon host answered within ${limit} ms.`))),
      limit,
    );
    function end(settle: () => void) {
      clearTimeout(limited);
      clearTimeout(waiting);
      over.abort();
      settle();
    }
    function ask(place: number) {
      const host = hosts[place];
      if (host === undefined) return;
      waiting = setTimeout(() => ask(place + 1), nextAfter);
      call(host + path, { signal: over.signal }).then(
        (answer) => end(() => resolve(answer)),
        (error: unknown) => {
          failed += 1;
          const isLast = failed === hosts.length || (error instanceof BadRequestError && error.status === 404);
          if (isLast && !over.signal.aborted) end(() => reject(error));
        },
      );
    }
    ask(0);
  });
}

/** Returns the paths to request these icons, split so that none exceeds the hosts' limit. */
export function addressesOf(hosts: string[], set: string, names: string[]): { path: string; names: string[] }[] {
  const room = maxAddressLength - Math.max(...hosts.map(({ length }) => length));
  const parts: string[][] = [];
  for (const name of names) {
    const part = parts.at(-1);
    if (part && lengthOf(pathOf(set, [...part, name])) <= room) part.push(name);
    else parts.push([name]);
  }
  return parts.map((part) => ({ path: pathOf(set, part), names: part }));
}

/** Returns the length of a path with commas encoded, as some servers count them. */
const lengthOf = (path: string) => path.replaceAll(",", "%2C").length;

const pathOf = (set: string, names: string[]) => `/${set}.json?icons=${names.join(",")}`;

/** Returns the pictures in a response by name, without invalid ones. */
export function picturesIn(answer: unknown, names: string[]): Map<string, Picture> {
  const { icons, aliases, width, height } = Object(answer) as {
    icons?: unknown;
    aliases?: unknown;
    width?: unknown;
    height?: unknown;
  };
  const found = new Map<string, Picture>();
  for (const name of names) {
    const icon = ownValue(icons, name) ?? ownValue(icons, String(ownValue(aliases, name)?.parent));
    if (typeof icon?.body === "string")
      found.set(name, { body: icon.body, width: size(icon.width ?? width), height: size(icon.height ?? height) });
  }
  return found;
}

const ownValue = (record: unknown, name: string) =>
  Object.hasOwn(Object(record), name)
    ? (Object((record as Record<string, unknown>)[name]) as Record<string, unknown>)
    : undefined;
const size = (given: unknown) => (typeof given === "number" && given > 0 ? given : 16); // Iconify's own default

/** Returns a picture as a data URL. In an image, scripts of an untrusted SVG do not run. */
export const imageOf = ({ body, width, height }: Picture) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 ${width} ${height}">${body}</svg>`)}`;
