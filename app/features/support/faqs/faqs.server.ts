/** FAQs: their list, their rules, and their order within a topic. */
import { and, asc, eq, isNull, max } from "drizzle-orm";
import type { Transaction } from "db";
import { type Faq, faqs } from "db/schema";
import { type Actor, actOnOne } from "~/core/resource/act.server";
import { defineResource } from "~/core/resource/define-resource.server";
import { faqFields, faqNoun } from "./fields";

export const faqResource = defineResource({
  table: faqs,
  noun: faqNoun,
  fields: faqFields,
  permissions: { view: "support.view", change: "support.change" },
  list: {
    path: "/support/faqs/manage",
    index: { kind: "faqs", number: faqs.id },
    sort: "position",
    tabs: "topic",
    create: "Write a FAQ",
  },
  label: (faq) => `“${faq.question}”`,
  derive: positionAtEnd,
});

/** Places a new FAQ, or one moved to another topic, at the end of its topic. */
async function positionAtEnd(
  tx: Transaction,
  { before, values }: { before: Faq | undefined; values: Partial<Faq> },
): Promise<Partial<Faq>> {
  const { topic } = values;
  if (topic === undefined || topic === before?.topic || values.position !== undefined) return {};
  const [last] = await tx
    .select({ position: max(faqs.position) })
    .from(faqs)
    .where(eq(faqs.topic, topic));
  return { position: (last?.position ?? 0) + 1 };
}

export const directions = ["up", "down"] as const;

/**
 * Moves a FAQ up or down within its topic. Does nothing at the end of the topic, or if its position is no longer
 * `seen`, so that a double click moves it once.
 */
export function moveFaq(by: Actor, id: number, direction: (typeof directions)[number], seen: number) {
  return actOnOne<Faq>(by, async (tx, act) => {
    const faq = await faqResource.within.find(tx, id);
    if (!faq || faq.deletedAt) return undefined;
    if (faq.position !== seen) return faq;
    const row = await tx
      .select()
      .from(faqs)
      .where(and(eq(faqs.topic, faq.topic), isNull(faqs.deletedAt)))
      .orderBy(asc(faqs.position), asc(faqs.id));
    const places = strictlyIncreasing(row.map(({ position }) => position));
    const from = row.findIndex((other) => other.id === id);
    const to = from + (direction === "up" ? -1 : 1);
    if (to < 0 || to >= row.length) return faq;
    row.splice(to, 0, ...row.splice(from, 1));
    for (const [index, { id, position }] of row.entries()) {
      if (position !== places[index]) await faqResource.within.change(tx, act, id, { position: places[index] });
    }
    return faq;
  });
}

/** Raises equal positions so that they strictly increase: a restored FAQ may have a position that was reused. */
function strictlyIncreasing(places: number[]): number[] {
  let last = -Infinity;
  return places.map((place) => (last = Math.max(place, last + 1)));
}
