/** Forms of an import. */
import { z } from "zod";
import { choice } from "~/core/form/rules";
import { encodings } from "./file/encoding.server";

export const UploadForm = z.object({ encoding: choice(encodings, "Choose an encoding") });

/**
 * Form of the mapping: for each column its field ("" for none) and, if asked, its number or date format; and default
 * values for `fields` of new records.
 */
export const columnsForm = (fields: string[]) =>
  z.object({
    columns: z.array(z.object({ field: z.string(), format: z.string().optional() })),
    defaults: z.object(Object.fromEntries(fields.map((field) => [field, z.string().trim().default("")]))),
  });

const answer = z.enum(["", "update", "create", "skip"], "Choose one of the list").default("");

/** Consists of a button only. */
export const ConfirmForm = z.object({});

/**
 * Form of a page of rows: answers to their questions, individually by line or for all open ones, and what is chosen
 * instead of proposals for `fields`.
 */
export const answersForm = (fields: string[]) => {
  const cell = z.string().trim().max(2_000, "Keep this to 2,000 letters").optional();
  const proposed = z.object(Object.fromEntries(fields.map((field) => [field, cell]))).optional();
  return z.object({
    all: answer,
    answers: z.array(z.object({ line: z.coerce.number(), answer, proposed })).default([]),
  });
};
