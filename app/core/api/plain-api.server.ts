/** Derives the `/api` of a kind of record whose answers and bodies hold its fields and no more. */
import { z } from "zod";
import { apiFieldsOf, apiPaths, setAt } from "~/core/fields/api.server";
import { exampleValues } from "~/core/fields/example";
import type { EditableResource } from "~/core/resource/resource.server";
import { type ApiResource, apiOf } from "./api-resource.server";

/** Returns the resource of `/api`, whose records are changed by `PATCH`. */
export function plainApi(of: EditableResource): ApiResource {
  const { fields, table, listing } = of;
  const { shape, show, body, columns } = apiFieldsOf(fields);
  const isNumbered = table.id.dataType === "number";
  const values = exampleValues(fields);
  const example = {};
  for (const { field, path } of apiPaths(fields)) if (field.name in values) setAt(example, path, values[field.name]);
  return apiOf({
    of,
    listing,
    shape: z.object({ id: isNumbered ? z.int().positive() : z.string(), ...shape }),
    show: (row) => ({ id: row.id, ...show(row) }),
    create: { body, values: columns, example },
    change: { method: "PATCH", body, values: columns, example },
    example: { id: isNumbered ? 1 : "1", ...example },
  });
}
