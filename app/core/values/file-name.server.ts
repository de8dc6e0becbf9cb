/** What files are called that people send. */
import { maskName } from "./cards";

/** How long a file's name may be, in characters. */
const maxNameLength = 100;

/**
 * The name of a file that somebody sent: its last part, in one line, without numbers of cards and what would make it
 * read as something else.
 */
export function safeName(name: string): string {
  const last = maskName(name.normalize("NFC")).split(/[/\\]/).at(-1) ?? "";
  // Controls, and marks that change the direction of what follows: they can hide how a name ends.
  const plain = last
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"<>|:*?]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  const characters = [...plain];
  const ending = endingOf(plain);
  if (characters.length <= maxNameLength) return plain || "file";
  return (
    characters
      .slice(0, maxNameLength - ending.length - 1)
      .join("")
      .trimEnd() +
    "…" +
    ending
  );
}

/** How a name ends, with its point; nothing where it has no ending. */
export const endingOf = (name: string) => /\.[^.]{1,10}$/.exec(name)?.[0] ?? "";
