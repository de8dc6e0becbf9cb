import { useLocation } from "@remix-run/react";
import { useContext } from "react";
import { formatNumber } from "~/core/values/noun";
import { buttonClass } from "~/ui/button";
import { Icon } from "~/ui/icons/icon";
import { Menu, MenuButton, MenuLink, MenuRule } from "~/ui/overlay/menu";
import { Form } from "~/ui/owned-form";
import { type ListViews, SavedViews } from "./saved-views";

/** The menu of a list's saved views. Renders nothing for lists without saved views. */
export function ViewsMenu({ path }: { path: string }) {
  const saved = useContext(SavedViews);
  if (saved?.path !== path) return null;
  return (
    <Menu
      label="Views"
      title="Views"
      className={buttonClass({ variant: "outline" })}
      button={
        <>
          <Icon name="bookmark" />
          <span className="max-sm:sr-only">Views</span>
        </>
      }
      panelClass="max-w-80"
    >
      {saved.views.map((view) => (
        <MenuLink
          key={view.id}
          href={view.href}
          icon={view.current ? "check" : "bookmark"}
          aria-current={view.current ? "true" : undefined}
        >
          <bdi className="min-w-0 truncate">{view.name}</bdi>
          {view.by && <span className="ms-auto truncate ps-3 text-xs text-muted">{view.by}</span>}
        </MenuLink>
      ))}
      {saved.all && (
        <MenuLink href={saved.all.href} icon="arrow-right" flip>
          All {formatNumber(saved.all.count)} views
        </MenuLink>
      )}
      {saved.views.length > 0 && <MenuRule />}
      <OfCurrent views={saved.views} />
      <MenuLink href={saved.save} icon="bookmark-plus">
        Save this view…
      </MenuLink>
      <MenuLink href="/views" icon="settings">
        Manage views
      </MenuLink>
    </Menu>
  );
}

function OfCurrent({ views }: Pick<ListViews, "views">) {
  const { pathname, search } = useLocation();
  const view = views.find(({ current }) => current);
  if (!view) return null;
  return (
    <Form method="post" action={`/views/${view.id}/pin`}>
      <input type="hidden" name="back" value={pathname + search} />
      <MenuButton name="pinned" value={view.pinned ? "no" : "yes"} icon={view.pinned ? "pin-off" : "pin"}>
        {view.pinned ? "Unpin from my menu" : "Pin in my menu"}
      </MenuButton>
    </Form>
  );
}
