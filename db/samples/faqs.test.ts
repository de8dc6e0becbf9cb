import { expect, test } from "vitest";
import { supportTopics } from "db/lookups";
import { FaqRules } from "~/features/support/faqs/rules.server";
import { sampleFaqs } from "./faqs";
import { sampleUsers } from "./users";

const now = new Date("2026-11-21T10:00:00Z");
const { faqs, reads, votes, misses } = sampleFaqs(now, "UTC");

test("the sample's FAQs are such as a form takes, in all topics, and one is a draft", () => {
  for (const faq of faqs) expect(FaqRules.safeParse(faq).error).toBeUndefined();
  expect(faqs.length).toBeGreaterThanOrEqual(24);
  expect(new Set(faqs.map(({ topic }) => topic))).toEqual(new Set(supportTopics.map(({ value }) => value)));
  expect(faqs.filter(({ status }) => status === "Draft")).toHaveLength(1);
  expect(faqs.filter(({ status }) => status === "Published").length).toBeGreaterThanOrEqual(12); // clients read these
  expect(faqs.every(({ createdAt }) => createdAt < now)).toBe(true);
});

test("what is counted of them is of FAQs and people that there are, in the week before", () => {
  const people = new Set(sampleUsers(now).map(({ id }) => id));
  const ids = new Set(faqs.map(({ id }) => id));
  expect([...reads, ...votes].every(({ faqId }) => ids.has(faqId))).toBe(true);
  expect(votes.every(({ userId }) => people.has(userId))).toBe(true);
  expect(reads.every(({ day }) => day >= "2026-11-15" && day <= "2026-11-21")).toBe(true);
  expect(misses).toHaveLength(2);
});
