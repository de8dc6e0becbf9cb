/**
 * Finds addresses in texts: `https://…`, `www.…` and mail addresses. Runs in linear time, unlike markdown-it's own
 * `linkify`.
 */
import type { MarkdownIt, StateCore, StateInline, Token } from "markdown-it";
import { stepsOfLink, takeSteps } from "./markdown-budget.server";
import { type Opened, recordsNamedIn } from "./markdown-records";

/** Matches a URL without its scheme. It ends at a bracket or a backtick, which have a meaning in Markdown. */
const address = /[\p{L}\p{N}][^\s<>"`[\]\\|]*/uy;
/** Trailing punctuation and emphasis marks that do not belong to a URL. */
const trailingPunctuation = /[.,;:!?'*_~…”’»]/u;

/** An address that begins at `from`: its end. Nothing where none does. */
function addressEnd(text: string, from: number, max: number): number | undefined {
  address.lastIndex = from;
  if (!address.test(text)) return undefined;
  let end = Math.min(address.lastIndex, max);
  let open = 0;
  for (let at = from; at < end; at++) open += text[at] === "(" ? 1 : text[at] === ")" ? -1 : 0;
  // A bracket that closes what was opened before the address belongs to the sentence.
  for (; end > from; end--) {
    if (text[end - 1] === ")" && open < 0) open++;
    else if (!trailingPunctuation.test(text[end - 1] ?? "")) break;
  }
  return end > from ? end : undefined;
}

/** While a line is read: an address with a scheme is taken as a whole, so that `_` and `*` within it stress nothing. */
function schemeRule(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax, pending } = state;
  if (silent || src[pos] !== ":" || state.linkLevel > 0 || !src.startsWith("//", pos + 1)) return false;
  const scheme = /(?<![\p{L}\p{N}])https?$/iu.exec(pending.slice(-6))?.[0];
  const end = scheme && addressEnd(src, pos + 3, posMax);
  if (!scheme || !end) return false;
  const shown = scheme + src.slice(pos, end);
  state.pending = pending.slice(0, -scheme.length);
  state.push("link_open", "a", 1).attrSet("href", state.md.normalizeLink(shown));
  state.push("text", "", 0).content = shown;
  state.push("link_close", "a", -1);
  state.pos = end;
  return true;
}

interface Link {
  from: number;
  to: number;
  href: string;
}

const mayLink = /@|www\./iu;
const mailName = /[\p{L}\p{N}][\p{L}\p{N}.!#$%&'*+/=?^_{|}~-]*$/u;
const mailHost = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/u;

/** Maximum lengths of the local part and the host of a mail address. */
const [maxNameLength, longestHost] = [64, 253];

/** Returns the links in plain text, in order: URLs without a scheme, and records that the reader may open. */
function linksIn(text: string, opened: Opened | undefined): Link[] {
  const addresses = addressesIn(text);
  const records = opened?.size
    ? recordsNamedIn(text).filter(
        ({ from, to, href }) => opened.has(href) && !addresses.some((link) => link.from < to && from < link.to),
      )
    : [];
  return [...addresses, ...records].sort((one, other) => one.from - other.from);
}

function addressesIn(text: string): Link[] {
  const found: Link[] = [];
  let last = 0;
  for (const { index, 0: mark } of text.matchAll(/(?<![\p{L}\p{N}@/.])www\.|@/giu)) {
    const link = index < last ? undefined : mark === "@" ? mailAt(text, index, last) : siteAt(text, index, mark.length);
    if (!link) continue;
    found.push(link);
    last = link.to;
  }
  return found;
}

function siteAt(text: string, from: number, mark: number): Link | undefined {
  const to = addressEnd(text, from + mark, text.length);
  return to !== undefined && text.slice(from + mark, to).includes(".")
    ? { from, to, href: `http://${text.slice(from, to)}` }
    : undefined;
}

function mailAt(text: string, at: number, last: number): Link | undefined {
  const name = mailName.exec(text.slice(Math.max(last, at - maxNameLength), at))?.[0];
  const host = name === undefined ? undefined : mailHost.exec(text.slice(at + 1, at + 1 + longestHost))?.[0];
  return name === undefined || host === undefined
    ? undefined
    : { from: at - name.length, to: at + 1 + host.length, href: `mailto:${name}@${host}` };
}

/** Links addresses in the remaining text of a parsed paragraph. */
function textRule({ tokens, Token, md, env }: StateCore): void {
  const { opened } = env as { opened?: Opened };
  for (const block of tokens) {
    if (!block.children || !(opened?.size || mayLink.test(block.content))) continue;
    let inLink = 0;
    block.children = block.children.flatMap((token) => {
      inLink += token.type === "link_open" ? 1 : token.type === "link_close" ? -1 : 0;
      return token.type === "text" && inLink === 0 ? split(token, linksIn(token.content, opened)) : token;
    });
  }

  function split(token: Token, links: Link[]): Token[] {
    const made: Token[] = [];
    let at = 0;
    const text = (content: string) => Object.assign(new Token("text", "", 0), { content });
    for (const { from, to, href } of links) {
      takeSteps(env, stepsOfLink);
      const open = new Token("link_open", "a", 1);
      open.attrSet("href", md.normalizeLink(href));
      made.push(
        text(token.content.slice(at, from)),
        open,
        text(token.content.slice(from, to)),
        new Token("link_close", "a", -1),
      );
      at = to;
    }
    return at === 0 ? [token] : [...made, text(token.content.slice(at))];
  }
}

/** Makes the parser link addresses. Its option `linkify` must be off. */
export function addLinks(markdown: MarkdownIt): void {
  markdown.inline.ruler.before("linkify", "addresses", schemeRule);
  markdown.core.ruler.after("linkify", "addresses", textRule);
}
