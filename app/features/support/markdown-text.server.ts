/**
 * Markdown as a mail in plain text shows it: words without their marks, blocks in lines, and links with their
 * addresses.
 */
import type { Token } from "markdown-it";
import { tokensOf } from "./markdown.server";

/** Returns a message as text for a mail. Text that exceeds the parser's limit stays as typed. */
export function mailText(text: string): string {
  const tokens = tokensOf(text);
  return tokens ? new Lines().read(tokens).trimEnd() : text.trim();
}

interface Prefix {
  /** Prefix of the first line of a block, such as "- ". */
  first: string;
  /** and before those that follow. */
  next: string;
}

class Lines {
  #text = "";
  readonly #prefixes: Prefix[] = [];
  #openLists = 0;

  read(tokens: Token[]): string {
    for (const token of tokens) this.#take(token);
    return this.#text;
  }

  #take(token: Token) {
    const { type, content } = token;
    if (type === "blockquote_open") this.#prefixes.push({ first: "> ", next: "> " });
    else if (type === "bullet_list_open" || type === "ordered_list_open") this.#openLists++;
    else if (type === "list_item_open") this.#prefixes.push(itemPrefix(token));
    else if (type === "blockquote_close" || type === "list_item_close") this.#prefixes.pop();
    else if (type === "bullet_list_close" || type === "ordered_list_close") this.#openLists--;
    else if (type === "inline") this.#write(inWords(token.children ?? []));
    else if (type === "fence" || type === "code_block") this.#write(content.trimEnd().replace(/^/gm, "    "));
    const isBlock =
      type === "paragraph_close"
        ? !token.hidden
        : ["heading_close", "fence", "code_block", "bullet_list_close", "ordered_list_close"].includes(type);
    if (isBlock && (this.#openLists === 0 || type === "paragraph_close")) this.#text += "\n";
  }

  #write(text: string) {
    for (const line of text.split("\n")) {
      this.#text += `${this.#prefixes.map(({ first }) => first).join("")}${line}\n`;
      for (const prefix of this.#prefixes) prefix.first = prefix.next;
    }
  }
}

/** The marker of an item as it was typed, and room of its width for the item's further lines. */
function itemPrefix({ info, markup }: Token): Prefix {
  const first = info === "" ? "- " : `${info}${markup} `;
  return { first, next: " ".repeat(first.length) };
}

/** Returns a line without its formatting; the address of a link follows it unless it is its text. */
function inWords(tokens: Token[]): string {
  let words = "";
  let link: { from: number; href: string } | undefined;
  for (const token of tokens) {
    const { type, content } = token;
    if (type === "softbreak" || type === "hardbreak") words += "\n";
    else if (type === "link_open") link = { from: words.length, href: String(token.attrGet("href") ?? "") };
    else if (type === "link_close" && link) words += addressBehind(words.slice(link.from), link.href);
    else words += content;
  }
  return words;
}

function addressBehind(text: string, href: string): string {
  const isSame = [text, `mailto:${text}`, `http://${text}`].some(
    (address) => address === href || encodeURI(address) === href,
  );
  return isSame || href === "" ? "" : ` (${href})`;
}
