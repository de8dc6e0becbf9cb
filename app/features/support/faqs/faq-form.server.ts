/** The form of a FAQ as it was sent: to be saved, or to be seen first. */
import { z } from "zod";
import { type ParsedForm, parseForm, rejectForm } from "~/core/form/form.server";
import { markdownHtml } from "../markdown.server";
import { FaqRules, type FaqValues } from "./rules.server";

const FaqFormRules = z.object({ ...FaqRules.shape, preview: z.string().optional() });

/**
 * Reads the form. Where its button "Preview" was pressed there is an answer to give at once, which saves nothing: the
 * form as it is, with its answer as it will look.
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

/** Of what is wrong only the answer counts: the rest is still to be written. */
function previewOf(sent: ParsedForm<z.output<typeof FaqFormRules>>) {
  const { answer: wrong } = sent.errors;
  const shown = rejectForm({ ...sent, errors: wrong ? { answer: wrong } : {} }, {}, wrong ? 400 : 200);
  const html = wrong ? undefined : markdownHtml(String(sent.fields.answer));
  return { ...shown, data: { ...shown.data, html } };
}
