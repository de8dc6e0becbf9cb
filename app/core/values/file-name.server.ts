/** Sanitizes the names of uploaded files. */
import { maskName } from "./cards";

/** Maximum length of a file name, in characters. */
const maxNameLength = 100;

/**
 * Returns the name of an uploaded file: the last part of its path, in one line, without card numbers and unsafe
 * characters. Returns `instead` if nothing is left.
 */
export function safeName(name: string, instead = "file"): string {
  const safe = cleaned(cleaned(name.normalize("NFC"))); // the first pass may join the digits of a card number
  const plain = safe.split(/[/\\]/).at(-1)?.trim() || instead;
  const characters = [...plain];
  const ending = endingOf(plain);
  if (characters.length <= maxNameLength) return plain;
  return (
    characters
      .slice(0, maxNameLength - ending.length - 1)
      .join("")
      .trimEnd() +
    "…" +
    ending
  );
}

const cleaned = (name: string) => maskName(name).replace(unsafe, " ").replace(/\s+/g, " ");

/** Control characters, direction marks (which can disguise the extension) and characters that file systems forbid. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"<>|:*?]/gu;

/** Returns the extension of a file name with its dot; "" if it has none. */
export const endingOf = (name: string) => /\.[^.]{1,10}$/.exec(name)?.[0] ?? "";
