/** Derives form values from a resource's fields. Browser-safe. */
import { moneyText, percentText } from "~/core/values/money";
import type { Field, Fields } from "./fields";
import type { EditableNames } from "./rules.server";

/** Whether users edit it in an input of its own kind. */
const isEditable = (field: Field) =>
  !field.readOnly && !["moment", "hundredths", "reference", "picture", "other"].includes(field.kind);

/** Returns the names of the fields that users edit. */
export const editableNames = <All extends Fields>(all: All) =>
  Object.values(all)
    .filter(isEditable)
    .map(({ name }) => name) as EditableNames<All>[];

/**
 * Returns a function that converts values (of a record, past or present, or of a form) to form texts, for the editable
 * fields and `more`.
 */
export function formValues<All extends Fields, More extends keyof All & string = never>(all: All, ...more: More[]) {
  type Name = EditableNames<All> | More;
  const names: Name[] = [...editableNames(all), ...more];
  return (values: Partial<Record<Name, string | number | null | readonly string[]>>) =>
    Object.fromEntries(names.map((name) => [name, formValue(all[name], values[name])])) as {
      [Each in Name]: All[Each] extends { kind: "choices" } ? string[] : string;
    };
}

function formValue(field: Field, value: string | number | null | readonly string[] | undefined) {
  const { kind } = field;
  if (kind === "choices") return [...((value ?? []) as readonly string[])];
  if (kind === "percent") return percentText(Number(value ?? 0));
  if (value === null || value === undefined) return (kind === "choice" && field.usual) || "";
  return kind === "money" ? moneyText(Number(value)) : String(value);
}
