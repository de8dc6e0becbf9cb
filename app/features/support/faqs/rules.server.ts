import type { z } from "zod";
import { rulesOf } from "~/core/fields/rules.server";
import { faqFields } from "./fields";

/** The rules for an FAQ. */
export const FaqRules = rulesOf(faqFields);

export type FaqValues = z.output<typeof FaqRules>;
