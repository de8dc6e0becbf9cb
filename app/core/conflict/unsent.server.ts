/** What somebody typed into a form that its page could not take, for the page that says so. */
import { requestContext } from "~/core/http/request-context.server";
import { labelOf } from "~/core/fields/fields";
import { resources } from "~/core/resource/registry.server";
import { safeName } from "~/core/values/file-name.server";
import { capital } from "~/core/values/noun";
import { readForm } from "~/core/form/form.server";
import { isSecret } from "~/core/form/form-state";

/** One field of a form that was not saved. Browser-safe. */
export interface UnsentField {
  label: string;
  text: string;
}

/** Fields that pages fill in themselves: nobody typed what is in them. */
const technicalFields =
  /^(?:key|revision|back|list|ids?|all|search|drawn|website|offered|from|keep|remove|refused|rows|restore|undo|confirmed|formOwner|last|vote|matched|changes|draftsOf|seen.*|pick:.*|theirs:.*)$/i;

/** What a tick or a switch sends, and the ids and keys of records. */
const technicalText = /^(?:on|[0-9a-f]{8}-[0-9a-f-]{27})$/i;

/**
 * Returns what was typed into the form of a request that was refused, and the names of its files. Only for people who
 * were let in: nobody else's text is read, nor shown.
 */
export async function unsentFields(request: Request): Promise<UnsentField[]> {
  const context = requestContext();
  if (!context?.person) return [];
  const form = context.sentForm ?? (request.bodyUsed ? undefined : await readForm(request).catch(() => undefined));
  return form ? typedFieldsIn(form, request) : [];
}

/** What was typed into the form of a request, and the names of its files. */
export const typedFieldsIn = (form: FormData, request: Request): UnsentField[] =>
  [...new Set(form.keys())]
    .filter((name) => !technicalFields.test(name) && !isSecret(name))
    .flatMap(fieldIn(form, request));

const fieldIn = (form: FormData, request: Request) => (name: string) => {
  const values = form.getAll(name);
  const files = values.filter((value) => value instanceof File).map(({ name }) => name && safeName(name));
  const texts = values.filter((value) => typeof value === "string" && !technicalText.test(value.trim()));
  const text = [...texts, ...files].filter(Boolean).join("\n");
  return text ? [{ label: labelIn(request, name), text }] : [];
};

/** What a field is called where it is typed, such as "Price" or, for a field of a row, "Lines 2: price". */
function labelIn(request: Request, name: string): string {
  const path = new URL(request.url).pathname.toLowerCase();
  const kind = resources().find(({ listing }) => path.startsWith(`${listing.path}/`));
  const [field = name, row, ...rest] = name.replace(/^choice:/, "").split(".");
  const label = labels.get(field) ?? labelOf(kind?.fields, field).label;
  return row && /^\d+$/.test(row)
    ? `${label} ${Number(row) + 1}: ${rest.map((part) => labelOf(undefined, part).label.toLowerCase()).join(" ")}`
    : capital(label);
}

/** Fields that belong to no record. */
const labels = new Map([
  ["body", "Message"],
  ["note", "Note"],
  ["attachments", "Files"],
]);
