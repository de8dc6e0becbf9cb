/** What somebody typed into a form that its page could not take, for the page that says so. */
import { data } from "@remix-run/node";
import { requestContext } from "~/core/http/request-context.server";
import { labelOf } from "~/core/fields/fields";
import { resources } from "~/core/resource/registry.server";
import { safeName } from "~/core/values/file-name.server";
import { capital } from "~/core/values/noun";
import { readForm } from "~/core/form/form.server";
import { isSecret, withFilesLost } from "~/core/form/form-state";
import { isFilledByPage } from "~/core/form/page-fields";

/** One field of a form that was not saved. Browser-safe. */
export interface UnsentField {
  label: string;
  text: string;
}

/** What a tick or a switch sends, and the ids and keys of records. */
const technicalText = /^(?:on|[0-9a-f]{8}-[0-9a-f-]{27})$/;

/** A form that its writer can send again once they are signed in. Browser-safe. */
export interface UnsentFormProps {
  /** The name of who wrote it, and where they log in again. */
  writer: string;
  login: string;
  /** Where it was sent. */
  to: string;
  /** What it held, whom it was opened for included, but no secrets and files. */
  fields: [name: string, value: string][];
}

/** What the page says of a form that was refused, on which it cannot be shown again. */
export interface Refusal {
  title?: string;
  message?: string;
  reference?: string;
  /** What was typed, to be copied. */
  unsent?: UnsentField[];
  /** The form, to be sent again by its writer. */
  resend?: UnsentFormProps;
}

/**
 * Answers a refused form with a page that lists what was typed into it, read-only, and says that its files have to be
 * chosen again.
 */
export function listUnsent(form: FormData, request: Request, refusal: Refusal, init: number | ResponseInit | null) {
  const message = refusal.message && withFilesLost(refusal.message, form);
  return data<Refusal>({ ...refusal, message, unsent: typedFieldsIn(form, request) }, init ?? {});
}

/**
 * Returns the form of a request that was refused. Only of people who were let in: nobody else's text is read, nor
 * shown.
 */
export async function refusedForm(request: Request): Promise<FormData | undefined> {
  return requestContext()?.person ? sentForm(request) : undefined;
}

/** Returns the form of a request, whether it was read before or not; nothing where it holds none. */
export async function sentForm(request: Request): Promise<FormData | undefined> {
  return requestContext()?.sentForm ?? (request.bodyUsed ? undefined : readForm(request).catch(() => undefined));
}

/** What was typed into the form of a request, and the names of its files. */
export const typedFieldsIn = (form: FormData, request: Request): UnsentField[] =>
  [...new Set(form.keys())].filter((name) => !isFilledByPage(name) && !isSecret(name)).flatMap(fieldIn(form, request));

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
