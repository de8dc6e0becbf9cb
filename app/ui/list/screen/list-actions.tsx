import { listHref } from "~/core/list/list";
import { buttonClass, ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icons/icon";
import { Menu, MenuLink } from "~/ui/overlay/menu";
import type { ListScreenProps } from "./list-screen";
import { ViewsMenu } from "./list-views";

type ActionsProps = Pick<ListScreenProps<{ id: number }>, "view" | "bulk" | "actions"> & { title: string };

/** The buttons beside a list's title. */
export function Actions({ view, title, bulk, actions }: ActionsProps) {
  if (view.trash) {
    return (
      <ButtonLink variant="outline" icon="arrow-left" flip href={view.path}>
        Back to {title.toLowerCase()}
      </ButtonLink>
    );
  }
  return (
    <>
      <ViewsMenu path={view.path} />
      {view.hasFile && (
        <Menu
          label="Export"
          className={buttonClass({ variant: "outline" })}
          button={
            <>
              <Icon name="download" />
              <span className="max-sm:sr-only">Export</span>
            </>
          }
        >
          <MenuLink href={listHref(view, {}, ".csv")}>CSV, for spreadsheets</MenuLink>
          {view.lineFile && <MenuLink href={listHref(view, { rows: "lines" }, ".csv")}>{view.lineFile}</MenuLink>}
          <MenuLink href={listHref(view, {}, ".json")}>JSON, for programs</MenuLink>
        </Menu>
      )}
      {view.create && view.importHref && (
        <ButtonLink variant="outline" icon="upload" href={view.importHref}>
          <span className="max-sm:sr-only">Import</span>
        </ButtonLink>
      )}
      {bulk && !view.noun.voids && (
        <a
          href={listHref({ path: view.path, search: "" }, { trash: 1 })}
          className={buttonClass({ variant: "outline", size: "icon" })}
          aria-label="Trash"
          title="Trash"
        >
          <Icon name="trash-2" />
        </a>
      )}
      {actions}
      {view.create && (
        <ButtonLink icon="plus" href={view.create.href}>
          <span className="max-sm:sr-only">{view.create.label}</span>
        </ButtonLink>
      )}
      {!view.create && view.importHref && (
        <ButtonLink icon="upload" href={view.importHref}>
          <span className="max-sm:sr-only">{`Import ${view.noun.many}`}</span>
        </ButtonLink>
      )}
    </>
  );
}
