import { Fragment, type MouseEvent, type ReactNode } from "react";
import { fieldId } from "~/core/form/form-state";
import { capital } from "~/core/values/noun";
import type { RowAct } from "~/core/form/rows";
import { Button } from "~/ui/button";
import { describe, FieldNotes } from "./field";
import { idOf, nameOf, rowButton, type RowsOf, useRows, valueOf } from "./use-rows";

/** A row to render. In a list of texts it has no fields: omit them. */
export interface Row {
  /** Number of the row, which stays the same when it is moved. */
  number: number;
  /** Position, from 0. */
  index: number;
  /** Returns a field name, such as `lines.3.price`; in a list of texts the list's name. */
  name(field?: string): string;
  /** Returns the control's id. Only lists of texts need to set it, because all their fields have one name. */
  id(field?: string): string;
  /** Returns the submitted value, else the record's, else that of a new row. */
  value(field?: string): string;
  /** Properties to spread over a `Button`; `up` and `down` move the row. */
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
  /** Whether rows are side by side, so that they are moved earlier and later instead of up and down. */
  sideways?: boolean;
  /** Shown if there are no rows. */
  empty?: ReactNode;
  /** Lays out the rows, the button that adds one, and the error of the list as a whole. */
  frame?(parts: { rows: ReactNode; count: number; add: ReactNode; error: ReactNode }): ReactNode;
  children(row: Row): ReactNode;
}

/**
 * Rows of fields that can be added, removed and moved: at once with scripts, otherwise by posting the form, which
 * `parseForm` returns with changed rows. Fields stay uncontrolled: give them `defaultValue={row.value("price")}`.
 */
export function Rows({ empty, sideways, frame = stackedFrame, children, ...list }: RowsProps) {
  const { name, noun, form } = list;
  const { box, round, numbers, said, called, add, change, leave } = useRows(list);
  const id = fieldId(name);
  // Without scripts, the fragment makes the response start at the list.
  const [before, after] = sideways ? ["earlier", "later"] : ["up", "down"];
  const posting = { name: "rows", formAction: `#${id}`, formNoValidate: true } as const;

  const button = (act: RowAct, number: number, label: string, disabled = false): RowButton => ({
    ...posting,
    value: rowButton(list, act, number),
    "aria-label": label,
    disabled,
    onClick: insteadOfPosting(() => change(act, number)),
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
            onClick={insteadOfPosting(add)}
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

/** Runs `act` instead of posting the form. */
const insteadOfPosting = (act: () => void) => (event: MouseEvent) => {
  event.preventDefault();
  act();
};

const stackedFrame: NonNullable<RowsProps["frame"]> = ({ rows, add, error }) => (
  <div className="grid gap-2.5">
    {rows}
    {error}
    <div>{add}</div>
  </div>
);
