import { Fragment, type MouseEvent, type ReactNode } from "react";
import { fieldId } from "~/core/form/form-state";
import { capital } from "~/core/values/noun";
import type { RowAct } from "~/core/form/rows";
import { Button } from "~/ui/button";
import { describe, FieldNotes } from "./field";
import { idOf, nameOf, rowButton, type RowsOf, useRows, valueOf } from "./use-rows";

/** A row as it is drawn. In a list of texts it has no fields: leave them out. */
export interface Row {
  /** Stays the row's own, wherever it is moved. */
  number: number;
  /** Its place, from 0. */
  index: number;
  /** Such as `lines.3.price`; in a list of texts the list's own name. */
  name(field?: string): string;
  /**
   * The control's id. Fields of the kit know it from their name, but in a list of texts, where all have one name, they
   * must be told.
   */
  id(field?: string): string;
  /** What was typed, else what the record has, else what a new row begins with. */
  value(field?: string): string;
  /** To be spread over a `Button`; `up` and `down` move the row. */
  remove: RowButton;
  up: RowButton;
  down: RowButton;
}

interface RowButton {
  name: "rows";
  value: string;
  "aria-label": string;
  formAction: string;
  formNoValidate: true;
  disabled: boolean;
  onClick(event: MouseEvent): void;
}

interface RowsProps extends RowsOf {
  /** They stand beside one another, and not below: what moves one is called earlier and later, not up and down. */
  sideways?: boolean;
  /** Stands where rows would be. */
  empty?: ReactNode;
  /** Lays out so many rows, the button that adds one, and what is wrong with the list as a whole. */
  frame?(parts: { rows: ReactNode; count: number; add: ReactNode; error: ReactNode }): ReactNode;
  children(row: Row): ReactNode;
}

/**
 * Rows of fields that can be added, removed and moved: at once where there are scripts, and otherwise by posting the
 * form, which `parseForm` gives back with its rows changed. Fields stay uncontrolled: give them
 * `defaultValue={row.value("price")}`.
 */
export function Rows({ empty, sideways, frame = stacked, children, ...list }: RowsProps) {
  const { name, noun, form } = list;
  const { box, round, numbers, said, called, add, change, leave } = useRows(list);
  const id = fieldId(name);
  // Without scripts, the page that answers begins where the list does.
  const [before, after] = sideways ? ["earlier", "later"] : ["up", "down"];
  const posting = { name: "rows", formAction: `#${id}`, formNoValidate: true } as const;

  const button = (act: RowAct, number: number, label: string, disabled = false): RowButton => ({
    ...posting,
    value: rowButton(list, act, number),
    "aria-label": label,
    disabled,
    onClick: instead(() => change(act, number)),
  });
  const rows = numbers.map((number, index) => (
    <Fragment key={list.texts ? `${round} ${number}` : number}>
      {children({
        number,
        index,
        name: (field) => nameOf(list, number, field),
        id: (field) => idOf(list, number, field),
        value: (field) => valueOf(list, number, field),
        remove: button("remove", number, `Remove ${called(number)}`),
        up: button("up", number, `Move ${called(number)} ${before}`, index === 0),
        down: button("down", number, `Move ${called(number)} ${after}`, index === numbers.length - 1),
      })}
    </Fragment>
  ));
  return (
    <div
      ref={box}
      id={id}
      role="group"
      aria-label={capital(noun.many)}
      aria-describedby={describe({ name, form })["aria-describedby"]}
      tabIndex={-1}
      onBlur={({ target }) => leave(target)}
    >
      {frame({
        count: rows.length,
        rows: rows.length > 0 ? rows : (empty ?? <p className="text-sm text-muted">No {noun.many} yet.</p>),
        add: (
          <Button
            {...posting}
            variant="ghost"
            size="sm"
            icon="plus"
            className="flush-start flush-end" /* wherever its frame has it */
            value={`add:${name}`}
            onClick={instead(add)}
          >
            Add {noun.one}
          </Button>
        ),
        error: <FieldNotes id={id} name={name} form={form} />,
      })}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

/** Does something in the browser where the button would post the form. */
const instead = (act: () => void) => (event: MouseEvent) => {
  event.preventDefault();
  act();
};

const stacked: NonNullable<RowsProps["frame"]> = ({ rows, add, error }) => (
  <div className="grid gap-2.5">
    {rows}
    {error}
    <div>{add}</div>
  </div>
);
