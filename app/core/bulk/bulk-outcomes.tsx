import { capital, type Noun } from "~/core/values/noun";
import { Card } from "~/ui/card";
import { Table } from "~/ui/list/table";
import { howMany } from "./bulk-words";
import { FieldChange } from "~/core/conflict/field-value";
import type { BulkOutcome, BulkAction } from "./bulk-outcome.server";
import type { Tally } from "./dry-run.server";

interface FatesProps {
  entity: string;
  noun: Noun;
  what: BulkAction;
  tally: Pick<Tally, "changed" | "refused" | "same">;
}

/** How many of those that match come to what, in a sentence. */
export const inShort = (matched: number, { changed, refused, same }: FatesProps["tally"], noun: Noun) =>
  `${howMany(matched, noun)} ${matched === 1 ? "matches" : "match"}: ${changed.count.toLocaleString("en-US")} would change, ${refused.count.toLocaleString("en-US")} would be refused, ${same.count.toLocaleString("en-US")} would stay as before.`;

/** What an act on many would come to: what is refused, what changes, and what stays as it is, each with the first of them. */
export function BulkOutcomes({ entity, noun, what, tally }: FatesProps) {
  const { changed, refused, same } = tally;
  if (changed.count + refused.count + same.count === 0) return <Group title="Nothing matches any more" />;
  return (
    <>
      {changed.count === 0 && <Group title="Nothing would change" />}
      <Group
        title="Refused"
        sub="Passed over; the others are done."
        of={refused}
        noun={noun}
        head="Why"
        cell={({ why }) => why}
      />
      <Group
        title="Would change"
        of={changed}
        noun={noun}
        head="Change"
        cell={(fate) => <Change entity={entity} what={what} fate={fate} />}
      />
      <Group title="As before" of={same} noun={noun} head="Why" cell={({ why }) => why ?? "It would not change."} />
    </>
  );
}

interface GroupProps {
  title: string;
  sub?: string;
  of?: Tally["changed"];
  noun?: Noun;
  head?: string;
  cell?(fate: BulkOutcome): React.ReactNode;
}

function Group({ title, sub, of, noun, head, cell }: GroupProps) {
  if (!of || !noun) return <Card title={title} />;
  if (of.count === 0) return null;
  const first = of.count > of.first.length ? `The first ${of.first.length} are shown.` : undefined;
  return (
    <Card title={`${title}: ${howMany(of.count, noun)}`} sub={[sub, first].filter(Boolean).join(" ")}>
      <Table label={title} compact>
        <thead>
          <tr>
            <th scope="col">{capital(noun.one)}</th>
            <th scope="col">{head}</th>
          </tr>
        </thead>
        <tbody>
          {of.first.map((fate) => (
            <tr key={fate.href}>
              <td>
                <a className="primary-cell" href={fate.href}>
                  <bdi>{fate.label}</bdi>
                </a>
              </td>
              <td className="text-muted">{cell?.(fate)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}

/** Each field before and after. That it goes to the trash or comes from there is said in words. */
function Change({ entity, what, fate: { before, after } }: { entity: string; what: BulkAction; fate: BulkOutcome }) {
  const fields = Object.keys(after ?? {}).filter((field) => field !== "deletedAt");
  const places = what.act === "delete" ? ["In the list", "in the trash"] : ["In the trash", "in the list"];
  return (
    <ul className="grid gap-0.5">
      {what.act !== "set" && (
        <li>
          <del className="text-subtle">{places[0]}</del> → <ins className="text-text no-underline">{places[1]}</ins>
        </li>
      )}
      {fields.map((field) => (
        <li key={field}>
          <FieldChange entity={entity} field={field} before={before?.[field]} after={after?.[field]} />
        </li>
      ))}
    </ul>
  );
}
