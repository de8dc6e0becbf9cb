import { initials, tint } from "~/core/values/avatar";
import { classes } from "../classes";

interface AvatarProps {
  person: { id: number; name: string; image?: string | null };
  size?: keyof typeof sizes;
  className?: string;
}

const sizes = { sm: "avatar-sm", md: "", lg: "avatar-lg", xl: "avatar-xl" } as const;

/** A person's picture, or initials on a colour of their own. Decorative, because the name is beside it. */
export function Avatar({ person, size = "md", className }: AvatarProps) {
  const look = classes("avatar", sizes[size], className);
  if (person.image) {
    return <img className={look} src={person.image} alt="" loading="lazy" />;
  }
  return (
    <span className={classes(look, `av-${tint(person.id)}`)} aria-hidden="true">
      {initials(person.name)}
    </span>
  );
}
