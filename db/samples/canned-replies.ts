import { content } from "./content";
import { daysAfter } from "./parts";

/** Returns five reply templates. */
export const sampleCannedReplies = (now: Date) =>
  content<{ title: string; body: string }[]>("canned-replies").map((text, index) => ({
    id: index + 1,
    ...text,
    createdAt: daysAfter(now, index - 40),
  }));
