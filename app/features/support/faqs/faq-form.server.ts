/** The form of a FAQ as it was sent: to be saved, or to be seen first. */
import { z } from "zod";
import { type ParsedForm, parseForm, rejectForm } from "~/core/form/form.server";
import { markdownHtml } from "../markdown.server";
import { FaqRules, type FaqValues } from "./rules.server";

const FaqFormRules = z.object({ ...FaqRules.shape, preview: z.string().optional() });

/**
 * Reads the FAQ form. If its "Preview" button was pressed, `preview` is the response to return, and nothing is saved.
 */
export async function readFaqForm(
  request: Request,
): Promise<{ form: ParsedForm<FaqValues>; preview?: ReturnType<typeof previewOf> }> {
  const sent = await parseForm(request, FaqFormRules);
  const preview = sent.fields.preview ? previewOf(sent) : undefined;
  if (!sent.ok) return { form: sent, preview };
  const { preview: _, ...values } = sent.values;
  return { form: { ...sent, values }, preview };
}

/** Reports only errors of the answer, because the other fields may still be incomplete in a preview. */
function previewOf(sent: ParsedForm<z.output<typeof FaqFormRules>>) {
  const { answer: wrong } = sent.errors;
  const shown = rejectForm({ ...sent, errors: wrong ? { answer: wrong } : {} }, {}, wrong ? 400 : 200);
  const html = wrong ? undefined : markdownHtml(String(sent.fields.answer));
  return { ...shown, data: { ...shown.data, html } };
}
