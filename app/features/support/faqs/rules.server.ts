import type { z } from "zod";
import { rulesOf } from "~/core/fields/rules.server";
import { faqFields } from "./fields";

export const FaqRules = rulesOf(faqFields);

export type FaqValues = z.output<typeof FaqRules>;
