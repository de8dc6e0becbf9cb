import { Brand } from "~/ui/brand";
import { DirectionToggle, ThemeToggle } from "./preference-buttons";

/** The header of a page without the menu: a link home and the display preferences. */
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
