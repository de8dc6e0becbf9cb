/** Pictures that a browser keeps between visits: at most 50, each for 168 hours. Browser-safe. */
import type { Picture } from "./picture-hosts";

const [most, lasts] = [50, 168 * 60 * 60 * 1000];
const place = "emoji-pictures";

type StoredPictures = Record<string, Picture & { at: number }>;

/** Returns the stored pictures that have not expired; empty without usable storage. */
export function keptPictures(storage: Pick<Storage, "getItem"> | undefined, now = Date.now()): Map<string, Picture> {
  return new Map(
    Object.entries(readStored(storage, now)).map(([name, { body, width, height }]) => [name, { body, width, height }]),
  );
}

/**
 * Keeps pictures. The oldest make room for new ones; a storage that takes no more keeps none of them, which breaks
 * nothing.
 */
export function keepPictures(
  storage: Pick<Storage, "getItem" | "setItem"> | undefined,
  pictures: Map<string, Picture>,
  now = Date.now(),
) {
  const before = readStored(storage, now);
  const added: StoredPictures = Object.fromEntries(
    [...pictures].map(([name, picture]) => [name, { ...picture, at: now }]),
  );
  const all = Object.entries({ ...before, ...added }).sort(([, one], [, other]) => other.at - one.at);
  try {
    storage?.setItem(place, JSON.stringify(Object.fromEntries(all.slice(0, most))));
  } catch {
    // It is full, or closed to us.
  }
}

function readStored(storage: Pick<Storage, "getItem"> | undefined, now: number): StoredPictures {
  try {
    const kept = Object(JSON.parse(storage?.getItem(place) ?? "{}")) as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(kept).filter(([, one]) => isSound(one) && one.at <= now && now - one.at < lasts),
    ) as StoredPictures;
  } catch {
    return {};
  }
}

function isSound(one: unknown): one is StoredPictures[string] {
  const { body, width, height, at } = Object(one) as Record<string, unknown>;
  return typeof body === "string" && [width, height, at].every((number) => typeof number === "number");
}
