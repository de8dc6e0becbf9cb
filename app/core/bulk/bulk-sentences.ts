/** Texts about bulk actions. Browser-safe. */
import { statusWord } from "~/core/values/status";
import { formatNumber, howMany, type Noun } from "~/core/values/noun";
import { removalWords } from "~/core/values/removal-words";
import type { BulkAction, PassedOver } from "~/core/resource/bulk-outcome.server";

/** Returns the verb of an action as a command, and of one under way. */
function verbsOf({ act }: BulkAction, noun: Noun): readonly [string, string] {
  const { removeMany, restore, restoring } = removalWords(noun);
  return { set: ["Set", "Setting"] as const, delete: removeMany, restore: [restore, restoring] as const }[act];
}

/** Button text: "Set 1,204 orders to Delivered". */
export const buttonText = (what: BulkAction, count: number, noun: Noun) =>
  inWords(verbsOf(what, noun)[0], what, count, noun);

/** Progress text: "Setting 1,204 orders to Delivered". */
export const progressText = (what: BulkAction, count: number, noun: Noun) =>
  inWords(verbsOf(what, noun)[1], what, count, noun);

function inWords(verb: string, what: BulkAction, count: number, noun: Noun) {
  const whither =
    what.act === "set" ? ` to ${what.status}` : what.act === "delete" ? removalWords(noun).destination : "";
  return `${verb} ${howMany(count, noun)}${whither}`;
}

/** Past participle that follows the records: "marked as delivered". */
export function pastTense(what: BulkAction, noun: Noun): string {
  if (what.act === "set") return `marked as ${statusWord(what.status)}`;
  return what.act === "delete" ? removalWords(noun).removed : removalWords(noun).restored;
}

/** Describes the records that were not moved back: "15 are delivered or cancelled already and were left out". */
export function describeAhead(over: PassedOver[]): string {
  const ahead = over.filter(({ outcome }) => outcome === "ahead");
  const [first, ...others] = ahead;
  if (!first) return "";
  const states = listOfAny.format(new Set(ahead.flatMap(({ status }) => status ?? [])));
  return others.length === 0
    ? `${first.label} is ${states} already and was left out`
    : `${formatNumber(ahead.length)} are ${states} already and were left out`;
}

const listOfAny = new Intl.ListFormat("en", { type: "disjunction" });

/** Describes the unchanged records: “2 were delivered already. Left out: Ticket #3. It is …”. */
export function describeUnchanged(what: BulkAction, over: PassedOver[], noun: Noun): string {
  const [same, ...more] = over.filter(({ outcome }) => outcome === "same");
  const [first, ...others] = over.filter(({ outcome }) => outcome === "refused");
  const was = what.act === "restore" ? `not ${removalWords(noun).isRemoved}` : `${stateAfter(what, noun)} already`;
  return [
    same && (more.length === 0 ? `${same.label} was ${was}` : `${formatNumber(more.length + 1)} were ${was}`),
    first && `Left out: ${others.length === 0 ? first.label : howMany(others.length + 1, noun)}`,
    first?.why?.replace(/\.$/, ""),
  ]
    .filter(Boolean)
    .join(". ");
}

/** Maximum records whose amounts are named. */
const maxAmounts = 3;

/** Describes the records that were left out because of their amounts, the first ones with both amounts. */
export function describeOtherAmounts(over: PassedOver[], noun: Noun): string {
  const [first] = over;
  if (!first) return "";
  const others = over.length - maxAmounts;
  return [
    `Left out: ${over.length === 1 ? first.label : howMany(over.length, noun)}`,
    ...over.slice(0, maxAmounts).map(({ why }) => why),
    ...(others > 0 ? [`${howMany(others, { one: "other", many: "others" })} changed as well`] : []),
  ].join(". ");
}

const stateAfter = (what: BulkAction, noun: Noun) =>
  what.act === "set" ? statusWord(what.status) : removalWords(noun).isRemoved;
