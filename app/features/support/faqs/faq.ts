/** The rules for a FAQ. Browser-safe. */
import { z } from "zod";
import { faqStatuses, supportTopics } from "db/lookups";
import { choice, longText, text } from "~/core/form/rules";
import { longestAnswer, longestQuestion } from "./limits";

export const FaqRules = z.object({
  question: text({ max: longestQuestion, ask: "Enter a question, as people would ask it" }),
  topic: choice(supportTopics, "Choose a topic"),
  answer: longText({ max: longestAnswer, ask: "Enter the answer", tabs: true }),
  status: choice(faqStatuses, "Choose a status"),
});

export type FaqValues = z.output<typeof FaqRules>;
