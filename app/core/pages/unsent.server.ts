/** Texts of a form that its page could not accept, for the error page. */
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

/** Values that nobody typed: of checkboxes, ids and keys. */
const technicalText = /^(?:on|[0-9a-f]{8}-[0-9a-f-]{27})$/;

/** A form that its author can post again after signing in. Browser-safe. */
export interface UnsentFormProps {
  /** Name of the author, and the URL of the login page. */
  writer: string;
  login: string;
  /** URL it was posted to. */
  to: string;
  /** Its values, including the form owner, without secrets and files. */
  fields: [name: string, value: string][];
}

/** Content of the error page for a refused form that cannot be shown again. */
export interface Refusal {
  title?: string;
  message?: string;
  reference?: string;
  /** The typed values, to be copied. */
  unsent?: UnsentField[];
  /** The form, to be posted again by its author. */
  resend?: UnsentFormProps;
}

/**
 * Responds to a refused form with a page that lists its values read-only, and says that its files have to be chosen
 * again.
 */
export function listUnsent(form: FormData, request: Request, refusal: Refusal, init: number | ResponseInit | null) {
  const message = refusal.message && withFilesLost(refusal.message, form);
  return data<Refusal>({ ...refusal, message, unsent: typedFieldsIn(form, request) }, init ?? {});
}

/** Returns the form of a refused request. Only for admitted users, so that no other input is parsed or shown. */
export async function refusedForm(request: Request): Promise<FormData | undefined> {
  return requestContext()?.person ? sentForm(request) : undefined;
}

/** Returns the form of a request, whether or not it was already read; undefined if there is none. */
export async function sentForm(request: Request): Promise<FormData | undefined> {
  return requestContext()?.sentForm ?? (request.bodyUsed ? undefined : readForm(request).catch(() => undefined));
}

/** Returns the typed values of a request's form, and the names of its files. */
export const typedFieldsIn = (form: FormData, request: Request): UnsentField[] =>
  [...new Set(form.keys())].filter((name) => !isFilledByPage(name) && !isSecret(name)).flatMap(fieldIn(form, request));

const fieldIn = (form: FormData, request: Request) => (name: string) => {
  const values = form.getAll(name);
  const files = values.filter((value) => value instanceof File).map(({ name }) => name && safeName(name));
  const texts = values.filter((value) => typeof value === "string" && !technicalText.test(value.trim()));
  const text = [...texts, ...files].filter(Boolean).join("\n");
  return text ? [{ label: labelIn(request, name), text }] : [];
};

/** Returns the label of a field, such as "Price", or "Lines 2: price" for a field of a row. */
function labelIn(request: Request, name: string): string {
  const path = new URL(request.url).pathname.toLowerCase();
  const kind = resources().find(({ listing }) => path.startsWith(`${listing.path}/`));
  const [field = name, row, ...rest] = name.replace(/^choice:/, "").split(".");
  const label = labels.get(field) ?? labelOf(kind?.fields, field).label;
  return row && /^\d+$/.test(row)
    ? `${label} ${Number(row) + 1}: ${rest.map((part) => labelOf(undefined, part).label.toLowerCase()).join(" ")}`
    : capital(label);
}

/** Labels of fields that belong to no record. */
const labels = new Map([
  ["body", "Message"],
  ["note", "Note"],
  ["attachments", "Files"],
]);
