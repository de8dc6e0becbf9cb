/** The forms of an import. */
import { z } from "zod";
import { choice } from "~/core/form/rules";
import { encodings } from "./file/encoding.server";

export const UploadForm = z.object({ encoding: choice(encodings, "Choose an encoding") });

/**
 * The field that each column is taken for, "" for none; how it writes days or numbers, where that was asked; and the
 * values that new records get for `fields` where their rows have none.
 */
export const columnsForm = (fields: string[]) =>
  z.object({
    columns: z.array(z.object({ field: z.string(), format: z.string().optional() })),
    defaults: z.object(Object.fromEntries(fields.map((field) => [field, z.string().trim().default("")]))),
  });

const answer = z.enum(["", "update", "create", "skip"], "Choose one of the list").default("");

/** Only a button. */
export const ConfirmForm = z.object({});

/** Answers to questions of rows: to each by its line, or to all that are open. */
export const AnswersForm = z.object({
  all: answer,
  answers: z.array(z.object({ line: z.coerce.number(), answer })).default([]),
});
