import type { KeyboardEvent, MouseEvent } from "react";
import { listHref, type ListView } from "~/core/list/list";
import type { Noun } from "~/core/values/noun";
import { classes } from "~/ui/classes";
import { useScripted } from "~/ui/scripted";

interface SelectAllProps {
  view: ListView;
  noun: Pick<Noun, "many">;
  /** Rows on this page, and how many of them are ticked. */
  rows: number;
  ticked: number;
  onTick(on: boolean): void;
}

/**
 * The box in a list's head. It is served as a link that selects everything that matches; with scripts the same element
 * is a checkbox for the rows of this page. Once everything is selected it is a link that selects none.
 */
export function SelectAll({ view, noun, rows, ticked, onTick }: SelectAllProps) {
  const scripted = useScripted();
  const whole = ticked === rows;
  const className = classes("check", view.selectAll || whole ? "all" : ticked > 0 && "mixed");
  const label = view.selectAll ? "Select none" : "Select all";

  function press(event: MouseEvent | KeyboardEvent) {
    event.preventDefault();
    onTick(!whole);
  }
  const checkbox = {
    role: "checkbox",
    "aria-checked": whole || (ticked > 0 && ("mixed" as const)),
    "aria-label": `${label} ${rows} on this page`,
    onClick: press,
    onKeyDown: (event: KeyboardEvent) => event.key === " " && press(event), // Enter is a link's own key
  };
  const link = {
    "aria-label": view.selectAll ? label : `${label} ${view.more ? "" : `${view.total} `}${noun.many} that match`,
  };
  return (
    <a href={selectionHref(view)} className="select-all" {...(scripted && !view.selectAll ? checkbox : link)}>
      <span className={className} />
      <span className="select-all-text">{label}</span>
    </a>
  );
}

/** Leads to the same page of the list with everything selected that matches, or nothing if that is so now. */
export const selectionHref = (view: ListView) =>
  listHref(view, { page: view.page, select: view.selectAll ? null : "all" });
