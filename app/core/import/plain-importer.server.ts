/** Derives the import of a kind of record from its fields, for kinds whose rules say no more than these. */
import type { InferSelectModel } from "drizzle-orm";
import { fold } from "db/fold";
import { apiFieldsOf } from "~/core/fields/api.server";
import { firstTextField } from "~/core/fields/fields";
import { headOf } from "~/core/fields/files.server";
import { bodyOf, headsByApiName, importFieldsOf } from "~/core/fields/import.server";
import type { EditableResource, RecordTable } from "~/core/resource/resource.server";
import { type Importer, importerOf } from "./importer.server";

type Row = InferSelectModel<RecordTable> & { id: number | string };

/** Returns the importer; a row with a number is about that record if its first text field agrees. */
export function plainImporter(of: EditableResource): Importer {
  const { fields, noun } = of;
  const { body, columns } = apiFieldsOf(fields);
  const named = firstTextField(fields);
  const head = named && headOf(named);
  if (!named || !head) throw new Error(`${of.entity} has no text in its files by which a record is known.`);
  const nameOf = (row: object) => String((row as Record<string, unknown>)[named.name]);
  return importerOf({
    of,
    fields: importFieldsOf<Row>(fields, noun),
    identity: [{ field: head, of: nameOf, read: fold }],
    create: body,
    body,
    say: (cells) => bodyOf(fields, cells),
    values: (values: object) => columns(values),
    names: headsByApiName(fields),
  });
}
