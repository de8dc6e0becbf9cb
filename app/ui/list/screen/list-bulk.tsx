import { formatNumber } from "~/core/values/noun";
import type { ListView } from "~/core/list/list";
import { classes } from "~/ui/classes";
import { Icon } from "~/ui/icons/icon";
import type { IconName } from "~/ui/icons/icon-names";
import { Money } from "~/ui/values/money";
import { Menu, MenuButton } from "~/ui/overlay/menu";
import { selectionHref } from "./select-all";

export type BulkAct = {
  label: string;
  icon: IconName;
  danger?: boolean;
  /** It stands in a menu, since few ask for it. */
  rare?: boolean;
} & (BulkSubmit | BulkLink);

/** What the button sends. */
interface BulkSubmit {
  name: string;
  value: string;
}

/** The page that asks more, in place of the act: it gets what is selected in its address. */
interface BulkLink {
  page: string;
}

const pressed = (act: BulkSubmit | BulkLink) =>
  "page" in act ? ({ formMethod: "get", formAction: act.page } as const) : { name: act.name, value: act.value };

/** What is done with the rows that are selected. It is there while any is, by CSS alone. */
export function BulkBar({ view, acts, amount }: { view: ListView; acts: BulkAct[]; amount?: number }) {
  const [often, rare] = [acts.filter((act) => !act.rare), acts.filter((act) => act.rare)];
  return (
    <div className="bulk no-print" role="region" aria-label="Selection">
      <span className={classes("num font-medium", !view.selectAll && "bulk-count")} aria-live="polite">
        {view.selectAll && formatNumber(view.total)}
        <span className="max-[24rem]:sr-only"> selected</span>
        {amount !== undefined && (
          <>
            {" "}
            <Money cents={amount} className="opacity-80 max-sm:block max-[24rem]:sr-only sm:ms-1" />
          </>
        )}
      </span>
      <span className="sep" />
      {often.map((act) => (
        <button
          key={act.label}
          className={classes("btn btn-sm", act.danger && "danger")}
          {...pressed(act)}
          aria-label={act.label}
        >
          <Icon name={act.icon} />
          <span className="t">{act.label}</span>
        </button>
      ))}
      {rare.length > 0 && (
        <Menu label="More" className="btn btn-sm btn-icon">
          {rare.map((act) => (
            <MenuButton key={act.label} icon={act.icon} {...pressed(act)}>
              {act.label}
            </MenuButton>
          ))}
        </Menu>
      )}
      <span className="sep" />
      {view.selectAll ? (
        <a className="btn btn-sm btn-icon" href={selectionHref(view)} aria-label="Clear selection">
          <Icon name="x" />
        </a>
      ) : (
        <button type="reset" className="btn btn-sm btn-icon" aria-label="Clear selection">
          <Icon name="x" />
        </button>
      )}
    </div>
  );
}
