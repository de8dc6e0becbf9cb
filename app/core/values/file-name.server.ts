/** What files are called that people send. */
import { maskName } from "./cards";

/** How long a file's name may be, in characters. */
const maxNameLength = 100;

/**
 * The name of a file that somebody sent: its last part, in one line, without numbers of cards and what would make it
 * read as something else. Where nothing is left, another `instead`.
 */
export function safeName(name: string, instead = "file"): string {
  const safe = cleaned(cleaned(name.normalize("NFC"))); // what parted the digits of a card may be gone after the first time
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

/** Controls, marks that change the direction of what follows and can hide how a name ends, what systems forbid. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"<>|:*?]/gu;

/** How a name ends, with its point; nothing where it has no ending. */
export const endingOf = (name: string) => /\.[^.]{1,10}$/.exec(name)?.[0] ?? "";
