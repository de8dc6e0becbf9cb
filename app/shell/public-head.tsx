import { Brand } from "~/ui/brand";
import { DirectionToggle, ThemeToggle } from "./preference-buttons";

/** The head of a page without the menu: the way home, and how it looks. */
export function PublicHead() {
  return (
    <header className="no-print flex items-center justify-between gap-4">
      <Brand />
      <div className="flex">
        <DirectionToggle />
        <ThemeToggle />
      </div>
    </header>
  );
}
