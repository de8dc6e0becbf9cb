import { z } from "zod";

/** A JSON schema. */
export type Schema = z.core.JSONSchema.BaseSchema;

/**
 * Converts a Zod schema to JSON schema, for request bodies (`input`) or responses (`output`). Leaves out
 * JavaScript-specific patterns and limits.
 */
export function schemaOf(rule: z.ZodType, io: "input" | "output"): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(rule, { io, override: ({ jsonSchema }) => simplify(jsonSchema) });
  return schema;
}

function simplify(schema: Schema) {
  delete schema.pattern; // regular expressions differ between languages
  if (schema.allOf?.every((part) => Object.keys(part).join() === "pattern")) delete schema.allOf;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
}
