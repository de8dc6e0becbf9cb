/**
 * Renders values of a record's fields, from the journal or from a form. Numbers are as stored (cents, hundredths of a
 * percent, milliseconds) and texts as in forms ("1240.00", "12.5"); both render alike.
 */
import type { ReactNode } from "react";
import type { Json } from "db/schema";
import type { FieldLabel, Format } from "~/core/fields/fields";
import { formatMoney, parseMoney } from "~/core/values/money";
import { formatDate } from "~/core/values/time-format";
import { Time } from "~/ui/values/time";

type People = Partial<Record<string, string>>;

interface ValueProps {
  of: Pick<FieldLabel, "format">;
  value: Json | undefined;
  /** Names of people by id. */
  people?: People;
  /** Shows long texts in full, and rows on separate lines. */
  whole?: boolean;
}

/** A value in the format of its field. */
export function FieldValue({ of: { format }, value, people, whole }: ValueProps) {
  if (format === "person") return <bdi>{personText(value, people)}</bdi>;
  if (isNone(value)) return "(empty)";
  if (format === "time" && typeof value === "number") return <Time value={value} clock />;
  if (format === "picture" || format === "pictures") return <Pictures addresses={[value].flat()} />;
  const texts = format === "rows" && Array.isArray(value) ? value.map(rowText) : [textOf(value, format)];
  if (whole)
    return texts.map((text, index) => (
      <bdi key={index} className="block break-words whitespace-pre-line">
        {text}
      </bdi>
    ));
  return <bdi className="break-words">{clipped(texts.join("; "))}</bdi>;
}

/** Returns a person's name: looked up by id, or taken from a form's text such as "Ada Active · #1". */
function personText(value: Json | undefined, people: People = {}): string {
  if (isNone(value)) return "nobody";
  return typeof value === "number"
    ? (people[value] ?? "somebody who is gone")
    : plainValue(value).replace(/ · #\d+$/, "");
}

interface ChangeProps extends Pick<ValueProps, "people"> {
  of: FieldLabel;
  before: Json | undefined;
  after: Json | undefined;
}

/**
 * A change of a field: "Price: $9.00 → $12.50", "Due: removed 3 Mar 2026", "Lines: added 1 × Pen at $38". For people,
 * "Assigned to: Amara Okafor" and "Assigned to: Amara Okafor → nobody", since a person is not added.
 */
export function FieldChange({ of, before, after, people }: ChangeProps) {
  const [was, is] = differingParts(before, after);
  const gone = (
    <del className="text-subtle">
      <FieldValue of={of} people={people} value={was} />
    </del>
  );
  const come = (
    <ins className="text-text no-underline">
      <FieldValue of={of} people={people} value={is} />
    </ins>
  );
  const isPerson = of.format === "person";
  return (
    <>
      {`${of.label}: `}
      {isNone(was) ? (
        <>
          {!isPerson && "added "}
          {come}
        </>
      ) : isNone(is) && !isPerson ? (
        <>removed {gone}</>
      ) : (
        <>
          {gone} → {come}
        </>
      )}
    </>
  );
}

const isNone = (value: Json | undefined): value is null | undefined | "" | [] =>
  value == null || value === "" || (Array.isArray(value) && !value.length);

/** Maximum characters shown of a text that is one of many. */
const maxShown = 200;
/** Characters shown before the first difference. */
const lead = 40;

/**
 * Returns the different parts of two versions: of lists the items in only one, unless just the order changed; of long
 * texts the part from the first difference.
 */
function differingParts(before: Json | undefined, after: Json | undefined): [Json | undefined, Json | undefined] {
  if (Array.isArray(before) && Array.isArray(after)) {
    const [gone, come] = [without(before, after), without(after, before)];
    return gone.length + come.length > 0 ? [gone, come] : [before, after];
  }
  if (typeof before === "string" && typeof after === "string" && before.length + after.length > maxShown) {
    let same = 0;
    while (same < before.length && before[same] === after[same]) same++;
    const from = before.lastIndexOf(" ", same - lead) + 1;
    if (from > 0) return [`…${before.slice(from)}`, `…${after.slice(from)}`];
  }
  return [before, after];
}

function without(values: Json[], others: Json[]): Json[] {
  const known = new Set(others.map((other) => JSON.stringify(other)));
  return values.filter((value) => !known.has(JSON.stringify(value)));
}

function clipped(text: string) {
  const characters = [...text];
  return characters.length > maxShown ? `${characters.slice(0, maxShown).join("").trimEnd()}…` : text;
}

function textOf(value: Json | undefined, format: Format | undefined): string {
  if (format === "money") return money(value);
  if (format === "percent") return percent(value);
  if (format === "hundredths") return typeof value === "number" ? String(value / 100) : plainValue(value);
  if ((format === "day" || format === "time") && typeof value === "string") return day(value);
  return plainValue(value);
}

const money = (value: Json | undefined) => {
  const cents = typeof value === "string" ? parseMoney(value) : value;
  return typeof cents === "number" ? formatMoney(cents) : plainValue(value);
};

const percent = (value: Json | undefined) => `${typeof value === "number" ? value / 100 : plainValue(value)}%`;

const day = (text: string) => (Number.isNaN(Date.parse(text)) ? text : formatDate(text));

function plainValue(value: Json | undefined): string {
  if (Array.isArray(value)) return value.map(plainValue).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/**
 * Returns text such as "2 × Trail Backpack 28L at $94.50, 5% off" for an item, "Material: Ripstop" for a feature, and
 * "INV-0012: $40.00" for what a payment settles.
 */
function rowText(row: Json): string {
  if (typeof row !== "object" || row === null || Array.isArray(row)) return plainValue(row);
  const { quantity, title, name, price, discount, value, invoiceId, amount } = row;
  if (invoiceId !== undefined) return `${plainValue(invoiceId)}: ${money(amount)}`;
  const what = plainValue(title ?? name ?? "");
  if (quantity !== undefined)
    return `${plainValue(quantity)} × ${what} at ${money(price)}${Number(discount ?? 0) > 0 ? `, ${percent(discount)} off` : ""}`;
  return value === undefined ? Object.values(row).map(plainValue).join(", ") : `${what}: ${plainValue(value)}`;
}

/** Pictures with alternative texts, because files may be gone. */
function Pictures({ addresses }: { addresses: Json[] }): ReactNode {
  return addresses.map((address, index) => {
    if (typeof address !== "string" || !address.startsWith("/")) return plainValue(address);
    const name = addresses.length > 1 ? `picture ${index + 1}` : "picture";
    return <img key={index} src={address} alt={name} className="me-1 inline size-10 rounded-md object-cover" />;
  });
}
