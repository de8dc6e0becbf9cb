import { useLocation } from "@remix-run/react";
import { memo, type ReactNode, useContext, useMemo } from "react";
import { PermissionsContext } from "~/core/access/may";
import { isSameData } from "~/core/values/same-data";
import { Brand } from "~/ui/brand";
import { buttonClass } from "~/ui/button";
import { Icon } from "~/ui/icons/icon";
import { Scroll } from "~/ui/list/scroll";
import { PinnedViews, type PinnedView } from "~/features/views/pinned";
import { MenuToggle } from "./preference-buttons";
import { currentEntry, entranceOf, navigationFor, type NavigationItem } from "./navigation";

export const drawerId = "drawer";

/** The menu: a column on wide screens, and a drawer opened by a button on small ones. */
export function Sidebar({ links, pinned }: { links: Record<string, string>; pinned: PinnedView[] }) {
  return (
    <aside id={drawerId} popover="auto" className="sidebar no-print" aria-label="Menu">
      <div className="flex h-(--size-header) flex-none items-center justify-between px-5">
        <Brand />
        <div className="-me-2 ms-auto max-lg:hidden not-docked:me-0">
          <MenuToggle />
        </div>
        <button
          type="button"
          className={buttonClass({ variant: "ghost", size: "icon" }, "-me-2 docked:hidden!")}
          popovertarget={drawerId}
          popovertargetaction="hide"
          aria-label="Close menu"
        >
          <Icon name="x" />
        </button>
      </div>
      <Scroll className="min-h-0 flex-1">
        <Navigation links={links} />
        <PinnedViews pinned={pinned} />
      </Scroll>
    </aside>
  );
}

const Navigation = memo(function Navigation({ links }: { links: Record<string, string> }) {
  const permissions = useContext(PermissionsContext);
  const groups = useMemo(
    () => navigationFor((permission) => permissions.includes(permission), links),
    [permissions, links],
  );
  const { pathname } = useLocation();
  const current = currentEntry(pathname);
  return (
    <nav aria-label="Main" className="px-3 pt-3">
      {groups.map((group) => (
        <div key={group.id}>
          {group.name && (
            <h2 className="nav-group" id={`menu-${group.id}`}>
              {group.name}
            </h2>
          )}
          <ul className="space-y-0.5" aria-labelledby={group.name && `menu-${group.id}`}>
            {group.items.map((item) => (
              <li key={item.label} className="relative">
                <Item
                  item={item}
                  links={links}
                  current={current?.item.route === item.route ? current.child.route : undefined}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}, isSameData);

interface ItemProps {
  item: NavigationItem;
  links: Record<string, string>;
  /** Route of the current entry, if it belongs to this item. */
  current?: string;
}

/** A menu item: its name leads to its page, and the control at the end unfolds its other pages. */
const Item = memo(function Item({ item, links, current }: ItemProps) {
  const isAlone = !item.children[1];
  const entrance = entranceOf(item);
  const marked = current === undefined ? undefined : isAlone ? "page" : "true";
  const name = (
    <>
      <Icon name={item.icon} />
      {item.label}
    </>
  );
  return (
    <>
      {entrance && (
        <a className="nav-item" href={links[entrance] ?? entrance} aria-current={marked}>
          {name}
        </a>
      )}
      {!isAlone && (
        <Pages item={item} links={links} current={current}>
          {entrance ? (
            <summary className="nav-item nav-fold">
              <span className="sr-only">{item.label} pages</span>
              {chevron}
            </summary>
          ) : (
            <summary className="nav-item" aria-current={marked}>
              {name}
              {chevron}
            </summary>
          )}
        </Pages>
      )}
    </>
  );
});

const chevron = <Icon name="chevron-right" className="chev" />;

/** The item's pages, opened when the item becomes current; until then, what the user opened or closed stays so. */
function Pages({ item, links, current, children }: ItemProps & { children: ReactNode }) {
  return (
    <details open={current !== undefined}>
      {children}
      <ul className="nav-children">
        {item.children.map((child) => (
          <li key={child.label}>
            <a
              className="nav-child"
              href={links[child.route] ?? child.route}
              aria-current={child.route === current ? "page" : undefined}
            >
              {child.label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
