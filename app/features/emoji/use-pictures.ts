import { type RefObject, useEffect, useRef, useState } from "react";
import { BadRequestError } from "~/core/http/http";
import { emojiSet } from "./emoji";
import { keepPictures, keptPictures } from "./stored-pictures";
import { addressesOf, askHosts, imageOf, type Picture, picturesIn } from "./picture-hosts";

/** Pictures loaded by this page; undefined for names that have none. */
const pictureCache = new Map<string, string | undefined>();

/** How long names are collected into one request, in milliseconds. */
const collects = 50;

/**
 * Returns the pictures of emoji (`[data-emoji]`) that become visible within an element, as data URLs by name; others
 * stay characters. `hosts` are requested before this site.
 */
export function usePictures(
  within: RefObject<HTMLElement>,
  hosts: string[],
  shown: unknown,
): ReadonlyMap<string, string | undefined> {
  const [pictures, setPictures] = useState<ReadonlyMap<string, string | undefined>>(() => new Map());
  const hostList = useRef(hosts);
  hostList.current = hosts;

  useEffect(() => {
    const wanted = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    const show = () => !left && setPictures(new Map(pictureCache));
    async function fetchWanted() {
      const names = [...wanted];
      wanted.clear();
      await Promise.all(loadPictures(hostList.current, names, show));
    }
    const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        const name = (target as HTMLElement).dataset.emoji ?? "";
        if (isIntersecting && !pictureCache.has(name)) wanted.add(name);
      }
      clearTimeout(timer);
      if (wanted.size > 0) timer = setTimeout(() => void fetchWanted(), collects);
    });
    for (const element of within.current?.querySelectorAll("[data-emoji]") ?? []) observer.observe(element);
    restorePictures(localPictures());
    show();
    return () => {
      left = true;
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [within, shown]);

  return pictures;
}

/** Asks for pictures, as many at a time as an address has room for, and calls back after each answer. */
function loadPictures(hosts: string[], names: string[], arrived: () => void): Promise<void>[] {
  const all = [...hosts, `${location.origin}/icons`];
  for (const name of names) pictureCache.set(name, undefined);
  return addressesOf(all, emojiSet, names).map(async (part) => {
    try {
      const pictures = picturesIn(await askHosts(all, part.path), part.names);
      restorePictures(pictures);
      keepPictures(storage(), pictures);
      arrived();
    } catch (error) {
      const isNowhere = error instanceof BadRequestError && error.status === 404;
      if (!isNowhere) for (const name of part.names) pictureCache.delete(name); // characters stand in for them until they are looked at again
    }
  });
}

function restorePictures(pictures: Map<string, Picture>) {
  for (const [name, picture] of pictures)
    if (pictureCache.get(name) === undefined) pictureCache.set(name, imageOf(picture));
}

const localPictures = () => keptPictures(storage());

/** Browsers may refuse even to name it. */
function storage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
