/**
 * Whom a form was opened for. Each posted form carries it, so that in a browser where somebody else has signed in
 * meanwhile it is refused: see `server/form-owners.ts`. Browser-safe.
 */
import { createContext } from "react";

/** The hidden field that carries it. */
export const ownerField = "formOwner";

export interface FormOwner {
  id: number;
  name: string;
}

/** The field's value, such as `12:Ada Lovelace`; empty for a form that was opened by a visitor. */
export const ownerValue = (person: FormOwner | undefined) => (person ? `${person.id}:${person.name}` : "");

/** The person in such a value; nothing for a visitor's. */
export function readOwnerValue(value: string): FormOwner | undefined {
  const [, id, name = ""] = /^(\d+):(.*)$/s.exec(value) ?? [];
  return id ? { id: Number(id), name } : undefined;
}

/** The value that the forms of the page carry. */
export const FormOwnerContext = createContext("");
