/** The stages of an application. Browser-safe. */
import type { ApplicationStage } from "db/lookups";
import { howMany } from "~/core/values/noun";

/** The way from the first letter to the job. */
export const orderedStages = [
  "Applied",
  "Screening",
  "Shortlisted",
  "Interview",
  "Offer",
  "Hired",
] as const satisfies ApplicationStage[];

/** Stages in which the application is still open. */
export const openStages = orderedStages.slice(0, -1);

/** Days in one stage after which an application counts as stuck. */
export const stuckAfter = 14;

/** Returns a text such as "1 day" or "12 days". */
export const dayCount = (days: number) => howMany(days, "day");
