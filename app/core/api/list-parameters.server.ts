/** Query parameters of `/api` lists, for the documentation. */
import { defaultPageSize } from "~/core/list/list";
import { maxPageSize } from "./api-records.server";
import type { ApiResource } from "./api-resource.server";
import type { Parameter } from "./operations.server";
import type { Schema } from "./schema.server";

/** Returns the parameters that filter, sort and page a list, as on its screen. */
export function listParameters({ listing, of }: ApiResource): Parameter[] {
  const query = (name: string, schema: Schema, description: string): Parameter => ({
    name,
    in: "query",
    description,
    schema,
  });
  const filters = Object.entries(listing.filters).map(([name, rule]) => {
    if ("options" in rule)
      return query(
        name,
        { type: "string", enum: rule.options.map(({ value }) => value) },
        `Only ${of.noun.many} with this ${rule.label.toLowerCase()}.`,
      );
    if (rule.type === "date")
      return query(
        name,
        { type: "string", format: "date" },
        `${rule.label} ${rule.end === "from" ? "from" : "until"} this day, which is included.`,
      );
    if (rule.type === "days")
      return query(
        name,
        { type: "string" },
        `${rule.label}, from a day to another, such as 2026-11-01..2026-11-21. Either may be left out.`,
      );
    return query(
      name,
      { type: "string" },
      rule.type === "record" ? `${rule.label}, by its id.` : `${rule.label}, as it is kept.`,
    );
  });
  const sorts = Object.keys(listing.sorts).flatMap((name) => [name, `-${name}`]);
  return [
    query("q", { type: "string", maxLength: 200 }, searchAbout(listing)),
    ...filters,
    query(
      "sort",
      { type: "string", enum: sorts, default: "id" },
      "What it is sorted by; a minus in front turns it round.",
    ),
    query("page", { type: "integer", minimum: 1 }, "Which page, when the list shall come in pages."),
    query(
      "size",
      { type: "integer", minimum: 1, maximum: maxPageSize, default: defaultPageSize },
      "How many a page has, when the list shall come in pages.",
    ),
  ];
}

/** Describes the search parameter, with the terms that the list knows. */
function searchAbout({ filters, fields = {}, index }: ApiResource["listing"]): string {
  const [choice] = Object.entries(filters).flatMap(([name, rule]) =>
    "options" in rule
      ? rule.options.slice(0, 1).map(({ value }) => `${name}:${/\s/.test(value) ? `"${value}"` : value}`)
      : [],
  );
  const isOfDays = (name: string) => fields[name]?.as === "moment" || fields[name]?.as === "day";
  const days = Object.keys(fields).filter(isOfDays);
  const numbers = Object.keys(fields).filter((name) => !isOfDays(name));
  return [
    "Words that must all be found, whatever their case and marks; those in quotes side by side.",
    index && "Typing errors are not put right, unlike on the screens.",
    choice && `Filters may stand among them, such as ${choice}.`,
    numbers[0] && `So may numbers, with :, >, >=, < or <=, such as ${numbers[0]}>100 (${numbers.join(", ")}).`,
    days[0] &&
      `So may days, such as ${days[0]}>=2026-11-21, ${days[0]}:2026-11, ${days[0]}<today or ${days[0]}>-7d (${days.join(", ")}).`,
    (choice ?? numbers[0] ?? days[0]) && "What of these makes no sense, or is not finished, finds nothing.",
  ]
    .filter(Boolean)
    .join(" ");
}
