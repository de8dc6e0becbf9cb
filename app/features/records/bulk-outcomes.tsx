import { capital, formatNumber, type Noun, howMany } from "~/core/values/noun";
import { removalWords } from "~/core/values/removal-words";
import type { FieldLabel } from "~/core/fields/fields";
import { Card } from "~/ui/card";
import { Table } from "~/ui/list/table";
import { FieldChange } from "~/ui/record/field-value";
import type { BulkOutcome, BulkAction } from "~/core/resource/bulk-outcome.server";
import type { Tally } from "~/core/bulk/dry-run.server";

interface BulkOutcomesProps {
  noun: Noun;
  what: BulkAction;
  tally: Pick<Tally, "changed" | "refused" | "same" | "ahead">;
  /** Preview that includes the records that are further on already. */
  includeHref?: string;
  /** Labels of the fields that would change. */
  fields: Record<string, FieldLabel>;
}

/** Returns how many of the matching records would change, be refused or stay, in a sentence. */
export const outcomeSummary = (
  matched: number,
  { changed, refused, same, ahead }: BulkOutcomesProps["tally"],
  noun: Noun,
) =>
  `${howMany(matched, noun)} ${matched === 1 ? "matches" : "match"}: ${formatNumber(changed.count)} would change, ${formatNumber(refused.count)} would be refused, ${formatNumber(same.count)} would stay as before${ahead.count > 0 ? `, ${formatNumber(ahead.count)} would be left out` : ""}.`;

/** The preview of a bulk action: refused, left out, changed and unchanged records, each with the first ones. */
export function BulkOutcomes({ noun, what, tally, fields, includeHref }: BulkOutcomesProps) {
  const { changed, refused, same, ahead } = tally;
  if (changed.count + refused.count + same.count + ahead.count === 0) return <Group title="Nothing matches any more" />;
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
        title="Left out"
        sub="These are further on already and would be moved back."
        of={ahead}
        noun={noun}
        head="Why"
        cell={({ why }) => why}
      />
      {ahead.count > 0 && includeHref && (
        <p>
          <a className="link" href={includeHref}>
            Preview it with these {formatNumber(ahead.count)} as well
          </a>
        </p>
      )}
      <Group
        title="Would change"
        of={changed}
        noun={noun}
        head="Change"
        cell={(outcome) => <Change noun={noun} what={what} outcome={outcome} fields={fields} />}
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
  cell?(outcome: BulkOutcome): React.ReactNode;
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
          {of.first.map((outcome) => (
            <tr key={outcome.href}>
              <td>
                <a className="primary-cell" href={outcome.href}>
                  <bdi>{outcome.label}</bdi>
                </a>
                {outcome.about && (
                  <p className="text-sm text-muted">
                    <bdi>{outcome.about}</bdi>
                  </p>
                )}
              </td>
              <td className="text-muted">{cell?.(outcome)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}

/** Each changed field before and after; moves to and from the trash are described in words. */
function Change({
  noun,
  what,
  outcome: { before, after },
  fields,
}: Pick<BulkOutcomesProps, "noun" | "what" | "fields"> & { outcome: BulkOutcome }) {
  const changed = Object.entries(fields).filter(([name]) => name in (after ?? {}));
  const { isRemoved } = removalWords(noun);
  const places = what.act === "delete" ? ["In the list", isRemoved] : [capital(isRemoved), "in the list"];
  return (
    <ul className="grid gap-0.5">
      {what.act !== "set" && (
        <li>
          <del className="text-subtle">{places[0]}</del> → <ins className="text-text no-underline">{places[1]}</ins>
        </li>
      )}
      {changed.map(([name, of]) => (
        <li key={name}>
          <FieldChange of={of} before={before?.[name]} after={after?.[name]} />
        </li>
      ))}
    </ul>
  );
}
