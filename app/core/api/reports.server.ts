/** Reports of `/api`: rows that are computed for some days, such as the tax of a period. */
import type { z } from "zod";
import type { Permission, RecordPermissions } from "~/core/access/access.server";
import type { Reader } from "~/core/list/reach.server";
import type { Person } from "~/core/resource/act.server";
import { answer, methodNotAllowed } from "~/core/http/api.server";
import { today } from "~/core/values/today.server";
import { daysIn } from "./days-in.server";
import type { Section } from "./operations.server";
import { schemaOf } from "./schema.server";

/** Definition of a report. */
interface Report<Name extends string, Row extends z.ZodObject> {
  /** Such as `/api/reports/tax`. */
  path: string;
  title: string;
  about: string;
  permission: Permission;
  /** Name of a row's schema, such as `TaxOfRate`. */
  rowName: string;
  shape: Row;
  example: z.output<Row>;
  /** The days that the report takes, each with what it means. */
  days: Record<Name, { about: string; optional?: true }>;
  /** Returns the days of the example, for today. */
  exampleDays(today: string): Partial<Record<Name, string>>;
  /** Returns the rows. An omitted day is today. */
  rows(days: Record<Name, string>): Promise<z.output<Row>[]>;
}

/** A report of `/api`, whatever its rows. Registered by `app/resources.server.ts`. */
export interface ApiReport {
  path: string;
  permissions: RecordPermissions;
  section(): Section;
  read(me: Reader, request: Request): Promise<Response>;
  write(me: Reader & Person, request: Request): Promise<Response>;
}

export function reportOf<Name extends string, Row extends z.ZodObject>(report: Report<Name, Row>): ApiReport {
  const { path, title, about, permission, rowName, shape, example, days, exampleDays, rows } = report;
  const names = Object.keys(days) as Name[];
  return {
    path,
    permissions: { view: permission, change: permission },
    read: async (_, request) => answer(await rows(await daysIn(new URL(request.url).searchParams, days))),
    write: () => methodNotAllowed("GET"),
    section: () => ({
      id: path.replace("/api/", ""),
      title,
      shape: { name: rowName, schema: schemaOf(shape, "output"), example },
      operations: [
        {
          method: "GET",
          path,
          id: `report${rowName}`,
          summary: title,
          about,
          parameters: names.map((name) => ({
            name,
            in: "query",
            ...(!days[name].optional && { required: true }),
            description: days[name].about,
            schema: { type: "string", format: "date" },
          })),
          answer: { type: "array", items: { $ref: `#/components/schemas/${rowName}` } },
          headers: [],
          failures: [400, 401, 503],
          examples: [
            {
              title: "The report",
              query: exampleDays(today()) as Record<string, string>,
              answer: [example],
            },
          ],
        },
      ],
    }),
  };
}
