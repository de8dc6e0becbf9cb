/** The forms of an import. */
import { z } from "zod";
import { choice } from "~/lib/rules";
import { encodings } from "./encoding.server";

export const UploadForm = z.object({ encoding: choice(encodings, "Choose an encoding") });

/** The field that each column is taken for, "" for none. */
export const ColumnsForm = z.object({ columns: z.array(z.object({ field: z.string() })) });

/** Only a button. */
export const ConfirmForm = z.object({});
