/** The sample's FAQs with votes, and two searches without results. */
import { dayAt } from "../dates";
import type { FaqStatus, SupportTopic } from "../lookups";
import type { faqMisses, faqReads, faqs, faqVotes } from "../schema";
import { content } from "./content";
import { day, hour } from "./parts";

interface SampleFaq {
  question: string;
  answer: string;
  status?: FaqStatus;
  /** Reads per day for the last days, today last. */
  reads?: number[];
  /** Ids of sample users who found it helpful (`yes`), or not (`no`). */
  yes?: number[];
  no?: number[];
}

type New<Table extends { $inferInsert: object }> = Table["$inferInsert"];

interface SampleFaqs {
  faqs: (New<typeof faqs> & { id: number; question: string; createdAt: Date })[];
  reads: New<typeof faqReads>[];
  votes: New<typeof faqVotes>[];
  misses: New<typeof faqMisses>[];
}

/** Returns the rows, dated in the months before `now`. Reads are per day of the time zone. */
export function sampleFaqs(now: Date, timeZone: string): SampleFaqs {
  const all = Object.entries(content<Record<SupportTopic, SampleFaq[]>>("faqs")).flatMap(([topic, faqs]) =>
    faqs.map((faq, index) => ({ ...faq, topic: topic as SupportTopic, position: index + 1 })),
  );
  const dayBefore = (days: number) => dayAt(new Date(now.getTime() - days * day), timeZone);
  return {
    faqs: all.map(({ question, answer, topic, position, status = "Published" }, index) => ({
      id: index + 1,
      question,
      answer,
      topic,
      position,
      status,
      createdAt: new Date(now.getTime() - (80 - 2 * index) * day),
    })),
    reads: all
      .flatMap(({ reads = [] }, index) =>
        reads.map((count, place) => ({ faqId: index + 1, day: dayBefore(reads.length - 1 - place), count })),
      )
      .filter(({ count }) => count > 0),
    votes: all.flatMap(({ yes = [], no = [] }, index) =>
      [...yes.map((userId) => [userId, true] as const), ...no.map((userId) => [userId, false] as const)].map(
        ([userId, helpful]) => ({
          faqId: index + 1,
          userId,
          helpful,
          createdAt: new Date(now.getTime() - userId * day),
        }),
      ),
    ),
    misses: [
      { query: "gift cards", count: 4, lastAt: new Date(now.getTime() - 5 * hour) },
      { query: "two warehouses", count: 1, lastAt: new Date(now.getTime() - 3 * day) },
    ],
  };
}
