/**
 * A form of a page, parsed from our server's own HTML, in which attributes are in double quotes and every element is
 * closed.
 */
import { nonce } from "./attack";

export interface Form {
  action: string;
  multipart: boolean;
  /** Fields as the page would submit them. */
  fields: [name: string, value: string][];
  /** Names of the file fields. */
  files: string[];
}

interface Reading extends Form {
  id: string | undefined;
  posts: boolean;
  buttons: { field: [string, string][]; action: string | undefined }[];
}

/** Maximum number of checked boxes with the same name. */
const maxOfEach = 2;

/** Returns the POST forms of a page, once for each submit button, and the fields of its GET forms. */
export function formsIn(html: string, here: string): { posted: Form[]; asked: Form["fields"] } {
  const forms = readForms(html, here);
  const posted = forms
    .filter(({ posts }) => posts)
    .flatMap((form) => {
      const { action, multipart, fields, files } = form;
      const buttons = form.buttons.length > 0 ? form.buttons : [{ field: [], action: undefined }];
      return buttons.map((button): Form => ({
        action: button.action ?? action,
        multipart,
        fields: [...fields, ...button.field],
        files,
      }));
    });
  return { posted, asked: forms.filter(({ posts }) => !posts).flatMap(({ fields }) => fields) };
}

function readForms(html: string, here: string): Reading[] {
  const forms: Reading[] = [];
  let open: Reading | undefined;
  let chosen: [string, string] | undefined;
  for (const [, closing = "", tag = "", text = ""] of html.matchAll(
    /<(\/?)(form|input|select|option|textarea|button)\b([^>]*)>/g,
  )) {
    const has = (name: string) => attribute(text, name);
    if (tag === "form") {
      open = closing
        ? undefined
        : {
            id: has("id"),
            action: has("action") ?? here,
            posts: has("method") === "post",
            multipart: /multipart/.test(text),
            fields: [],
            files: [],
            buttons: [],
          };
      if (open) forms.push(open);
      continue;
    }
    const form = has("form") === undefined ? open : forms.find(({ id }) => id === has("form"));
    if (closing || !form) continue;
    const field: [string, string] = [
      has("name") ?? "",
      has("value") || (/\srequired\b/.test(text) ? plausible(has("type")) : ""),
    ];
    const same = form.fields.filter(([name]) => name === field[0]);
    if (tag === "option") {
      if (chosen && (chosen[1] === "" || /\sselected\b/.test(text))) chosen[1] = field[1];
    } else if (tag === "button") {
      if (has("type") !== "button") form.buttons.push({ field: field[0] ? [field] : [], action: has("formAction") });
    } else if (has("type") === "file") {
      form.files.push(field[0]);
    } else if (has("type") === "radio" && same[0]) {
      if (/\schecked\b/.test(text)) same[0][1] = field[1];
    } else if (field[0] && same.length < maxOfEach) {
      form.fields.push(field);
      chosen = tag === "select" ? field : undefined;
    }
  }
  return forms;
}

/** Returns a value for a required field. */
const plausible = (type: string | undefined) =>
  type === "email" ? `${nonce}@example.com` : type === "password" ? "correct horse battery" : "Somebody";

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`, "i").exec(tag)?.[1];
  return value === undefined ? undefined : decoded(value);
}

const characters: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

/** Decodes HTML entities. */
export const decoded = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => characters[name] ?? "");
