/**
 * The user a form was opened by. Each posted form carries it, and is refused if someone else has since signed in to the
 * browser (`server/form-owners.ts`). Browser-safe.
 */
import { createContext } from "react";

/** Name of the hidden field. */
export const ownerField = "formOwner";

export interface FormOwner {
  id: number;
  name: string;
}

/** Returns the field's value, such as `12:Ada Lovelace`; "" for a visitor. */
export const ownerValue = (person: FormOwner | undefined) => (person ? `${person.id}:${person.name}` : "");

/** Parses the field's value; undefined for a visitor. */
export function readOwnerValue(value: string): FormOwner | undefined {
  const [, id, name = ""] = /^(\d+):(.*)$/s.exec(value) ?? [];
  return id ? { id: Number(id), name } : undefined;
}

/** The field's value for all forms of the page. */
export const FormOwnerContext = createContext("");
