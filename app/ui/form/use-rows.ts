import { useEffect, useRef, useState } from "react";
import { fieldId, fieldText, type FormState } from "~/core/form/form-state";
import { capital, type Noun } from "~/core/values/noun";
import { isUnmodified } from "~/ui/typing";
import { maxRows, noMoreRows, rearrange, type RowAct } from "~/core/form/rows";
import { rowNumbers } from "~/core/form/row-numbers";

type Values = Readonly<Record<string, string | number>>;

/** A list in a form, and the values of its new rows. */
export interface RowsOf {
  /** The list's name in the form, such as `lines`. */
  name: string;
  /** Noun for its rows: "Add feature", "No features yet". */
  noun: Noun;
  form?: FormState;
  /** The record's rows: fields, or texts. */
  record?: readonly Values[] | readonly string[];
  /** Whether it is a list of plain texts: several fields with one name. */
  texts?: boolean;
  /** Initial values of a new row. */
  blank?: Values;
  /**
   * Field that names a row: “Volume” makes “Remove Volume”, and “” stands for the text itself in a list of texts. By
   * default a row is “feature 3”.
   */
  calledBy?: string;
  /** Makes Enter move to the next row, as in a spreadsheet, instead of submitting the form. */
  byEnter?: boolean;
}

interface State {
  /** The form state that the rows come from. Another one resets them. */
  form?: FormState;
  /** Number of resets. Texts have no numbers in the form, so theirs are only valid within a round. */
  round: number;
  /** Numbers of the rows, in order. */
  numbers: number[];
  /** Number of the next new row. It is never reused, so that no value of a removed row returns. */
  next: number;
  /** Names of rows that were changed by typing. */
  called: Record<number, string>;
  /** Announcement for screen readers. */
  said: string;
  /** Selectors for the next focus; the first match wins. */
  focus?: string[];
}

/** Manages the rows of a list in the browser. The fields themselves hold their values. */
export function useRows(list: RowsOf) {
  const box = useRef<HTMLDivElement>(null);
  const [kept, setState] = useState(() => begin(list));
  const state = kept.form === list.form ? kept : begin(list, kept.round + 1);
  if (state !== kept) setState(state);

  const { focus } = state;
  useEffect(() => {
    const found = focus?.map((selector) => box.current?.querySelector<HTMLElement>(selector));
    found?.find(Boolean)?.focus();
  }, [focus]);

  useEffect(() => {
    /** Moves to the next row on Enter, and adds one after a row with input. */
    const goOn = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !isUnmodified(event)) return;
      const at = state.numbers.findIndex((number) => isOf(list, event.target, number));
      const next = state.numbers[at + 1];
      const fields = [...(rows?.querySelectorAll("input") ?? [])].filter((field) =>
        isOf(list, field, state.numbers[at]),
      );
      if (at < 0 || (next === undefined && fields.every((field) => field.value === field.defaultValue))) return;
      event.preventDefault();
      if (next === undefined) add();
      else rows?.querySelector<HTMLElement>(firstField(list, next))?.focus();
    };
    const rows = list.byEnter ? box.current : null;
    rows?.addEventListener("keydown", goOn);
    return () => rows?.removeEventListener("keydown", goOn);
  });

  const called = (number: number) => callOf(list, state, number);
  const add = () => setState((state) => withNewRow(list, state));
  return {
    ...state,
    box,
    called,
    add,
    change: (act: RowAct, number: number) => setState((state) => changed(list, state, act, number)),
    /** Updates the row's name from its input when the field loses focus. */
    leave(field: Element) {
      const number =
        field instanceof HTMLInputElement ? state.numbers.find((number) => isNaming(list, field, number)) : undefined;
      if (number === undefined) return;
      const { value } = field as HTMLInputElement;
      if (value !== called(number)) setState((state) => ({ ...state, called: { ...state.called, [number]: value } }));
    },
  };
}

function begin({ name, form, record = [], texts }: RowsOf, round = 0): State {
  const typed = form && (texts ? [...textsOf(form, name).keys()] : rowNumbers(Object.keys(form.fields), name));
  const numbers = typed ?? [...record.keys()];
  return { form, round, numbers, next: Math.max(-1, ...numbers) + 1, called: {}, said: "" };
}

function withNewRow(list: RowsOf, state: State): State {
  const { numbers, next } = state;
  if (numbers.length >= maxRows) return { ...state, said: noMoreRows };
  const said = `${capital(list.noun.one)} ${numbers.length + 1} was added.`;
  return { ...state, numbers: [...numbers, next], next: next + 1, said, focus: [firstField(list, next)] };
}

function changed(list: RowsOf, state: State, act: RowAct, number: number): State {
  const at = state.numbers.indexOf(number);
  const numbers = rearrange(state.numbers, act, at);
  const called = capital(callOf(list, state, number));
  const buttons = (number: number, ...acts: RowAct[]) =>
    acts.map((act) => `button[value="${rowButton(list, act, number)}"]:enabled`);
  if (act !== "remove") {
    const said = `${called} is now ${numbers.indexOf(number) + 1} of ${numbers.length}.`;
    return { ...state, numbers, said, focus: buttons(number, act, act === "up" ? "down" : "up") };
  }
  const neighbour = numbers[at] ?? numbers.at(-1);
  const toNeighbour = neighbour === undefined ? [] : [...buttons(neighbour, "remove"), firstField(list, neighbour)];
  const left = numbers.length === 1 ? `1 ${list.noun.one}` : `${numbers.length || "No"} ${list.noun.many}`;
  return {
    ...state,
    numbers,
    said: `${called} was removed. ${left} left.`,
    focus: [...toNeighbour, `button[value="add:${list.name}"]`],
  };
}

export const nameOf = ({ name, texts }: RowsOf, number: number, field = "") =>
  texts ? name : `${name}.${number}.${field}`;
export const idOf = (list: RowsOf, number: number, field?: string) =>
  fieldId(list.texts ? `${list.name}.${number}` : nameOf(list, number, field));

/** Returns the submitted value, else the record's, else that of a new row. */
export function valueOf(list: RowsOf, number: number, field = ""): string {
  const { name, form, record = [], texts, blank } = list;
  if (form)
    return String(
      (texts ? textsOf(form, name)[number] : fieldText(form, nameOf(list, number, field), blank?.[field])) ?? "",
    );
  const row = record[number] ?? blank;
  return String((typeof row === "object" ? row[field] : row) ?? "");
}

/** Returns the value of a row's button. In posts without scripts, a text's number is its position. */
export const rowButton = ({ name }: RowsOf, act: RowAct, number: number) => `${act}:${name}.${number}`;

function callOf(list: RowsOf, { numbers, called }: State, number: number): string {
  const name = called[number] ?? (list.calledBy === undefined ? "" : valueOf(list, number, list.calledBy));
  return name || `${list.noun.one} ${numbers.indexOf(number) + 1}`;
}

const isNaming = (list: RowsOf, field: HTMLInputElement, number: number) =>
  list.calledBy !== undefined &&
  (list.texts ? field.id === idOf(list, number) : field.name === nameOf(list, number, list.calledBy));

/** Whether the target is a text input in that row. */
const isOf = (list: RowsOf, field: EventTarget | null, number: number | undefined) =>
  number !== undefined &&
  field instanceof HTMLInputElement &&
  !/checkbox|radio|file/.test(field.type) &&
  (list.texts ? field.id === idOf(list, number) : field.name.startsWith(nameOf(list, number)));

const firstField = (list: RowsOf, number: number) =>
  list.texts ? `[id="${idOf(list, number)}"]` : `[name^="${nameOf(list, number)}"]:not([type=hidden])`;

const textsOf = ({ fields }: FormState, name: string) => [fields[name] ?? []].flat();
