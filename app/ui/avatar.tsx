import { classes } from "./classes";

interface AvatarProps {
  person: { id: number; name: string; image?: string | null };
  size?: keyof typeof sizes;
  className?: string;
}

const sizes = { sm: "size-7", md: "", lg: "avatar-lg", xl: "avatar-xl" } as const;
const pixels = { sm: 28, md: 32, lg: 40, xl: 64 } as const;

/** A person's picture, or the initials in a colour of their own. The name stands beside it, so it says nothing itself. */
export function Avatar({ person, size = "md", className }: AvatarProps) {
  const look = classes("avatar", sizes[size], className);
  if (person.image) {
    return <img className={look} src={person.image} alt="" width={pixels[size]} height={pixels[size]} loading="lazy" decoding="async" />;
  }
  return (
    <span className={classes(look, `av-${(Math.abs(person.id) % 6) + 1}`)} aria-hidden="true">
      {initials(person.name)}
    </span>
  );
}

/** The first letters of the first and the last word: "Mateo Álvarez" is "MÁ". */
export function initials(name: string) {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends.map((word) => firstLetter(word ?? "?")).join("");
}

const firstLetter = (word: string) => (Array.from(word).find((letter) => /[\p{L}\p{N}]/u.test(letter)) ?? Array.from(word)[0] ?? "?").toUpperCase();
