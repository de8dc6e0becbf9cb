import type { KeyboardEvent, MouseEvent } from "react";
import { listHref, type ListView } from "~/core/list/list";
import type { Noun } from "~/core/values/noun";
import { classes } from "~/ui/classes";
import { useScripted } from "~/ui/scripted";

interface SelectAllProps {
  view: ListView;
  noun: Pick<Noun, "many">;
  /** Number of rows on this page, and of selected ones. */
  rows: number;
  ticked: number;
  onTick(on: boolean): void;
}

/**
 * The checkbox in a list's header. It is served as a link that selects all matches; with scripts it is a checkbox for
 * the rows of this page, and while everything is selected, a link that clears the selection.
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
    onKeyDown: (event: KeyboardEvent) => event.key === " " && press(event), // a link handles Enter itself
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

/** Returns the address of this page of the list with all matches selected or, if they are, with none. */
export const selectionHref = (view: ListView) =>
  listHref(view, { page: view.page, select: view.selectAll ? null : "all" });
