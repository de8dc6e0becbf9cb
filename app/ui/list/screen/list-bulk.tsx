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
  /** Whether it is placed in a menu, because it is rarely used. */
  rare?: boolean;
} & (BulkSubmit | BulkLink);

/** Name and value that the button sends. */
interface BulkSubmit {
  name: string;
  value: string;
}

/** A page that asks for more before the action; it gets the selection in its address. */
interface BulkLink {
  page: string;
}

const submitProps = (act: BulkSubmit | BulkLink) =>
  "page" in act ? ({ formMethod: "get", formAction: act.page } as const) : { name: act.name, value: act.value };

/** The actions for selected rows. CSS shows it while any row is selected. */
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
          {...submitProps(act)}
          aria-label={act.label}
        >
          <Icon name={act.icon} />
          <span className="t">{act.label}</span>
        </button>
      ))}
      {rare.length > 0 && (
        <Menu label="More" className="btn btn-sm btn-icon">
          {rare.map((act) => (
            <MenuButton key={act.label} icon={act.icon} {...submitProps(act)}>
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
