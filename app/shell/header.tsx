import { memo } from "react";
import { Mark } from "~/ui/brand";
import { buttonClass } from "~/ui/button";
import { InboxPopover } from "~/features/inbox/popover";
import type { LiveInbox } from "~/features/inbox/use-live-inbox";
import { SearchBox } from "~/shell/palette/search-box";
import { isSameData } from "~/core/values/same-data";
import { Icon } from "~/ui/icons/icon";
import { PaintMark } from "./paint-mark";
import { DirectionToggle, ThemeToggle } from "./preference-buttons";
import type { Surroundings } from "./shell.server";
import { drawerId } from "./sidebar";
import { UserMenu } from "./user-menu";

interface HeaderProps extends Pick<LiveInbox, "notifications" | "messages"> {
  user: Pick<Surroundings, "id" | "name" | "email" | "image">;
}

/** The bar above every page of a signed-in user. */
export const Header = memo(function Header({ user, notifications, messages }: HeaderProps) {
  return (
    <header className="topbar no-print max-sm:gap-0.5! max-[22rem]:gap-0!">
      <button
        type="button"
        className={buttonClass({ variant: "ghost", size: "icon" }, "-ms-2 max-[22rem]:me-auto docked:hidden!")}
        popovertarget={drawerId}
        aria-label="Open menu"
      >
        <Icon name="menu" className="size-5!" />
      </button>
      <a
        href="/"
        className="me-auto flex items-center gap-2 rounded-md py-2.5 text-lg font-semibold max-[22rem]:hidden docked:hidden"
      >
        <Mark className="size-6" />
        <span className="max-sm:sr-only">Portico</span>
      </a>
      <SearchBox userId={user.id} />
      <InboxPopover name="notifications" box={notifications} />
      <InboxPopover name="messages" box={messages} />
      <DirectionToggle />
      <ThemeToggle />
      <div className="ms-1.5 flex">
        <UserMenu user={user} />
      </div>
      <PaintMark />
    </header>
  );
}, isSameData);
