/** The forms of an import. */
import { z } from "zod";
import { choice } from "~/core/form/rules";
import { encodings } from "./file/encoding.server";

export const UploadForm = z.object({ encoding: choice(encodings, "Choose an encoding") });

/** The field that each column is taken for, "" for none; and how it writes days or numbers, where that was asked. */
export const ColumnsForm = z.object({
  columns: z.array(z.object({ field: z.string(), format: z.string().optional() })),
});

/** Only a button. */
export const ConfirmForm = z.object({});
