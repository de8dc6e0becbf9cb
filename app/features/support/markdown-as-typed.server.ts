/**
 * Narrows Markdown to the marks that people make on purpose: bold, italic and struck words, code, lists, quotes, links
 * and headings of two and more "#". Everything else stays as it was typed.
 */
import MarkdownItCore, {
  type MarkdownIt,
  type StateBlock,
  type StateCore,
  type StateInline,
  type Token,
} from "markdown-it";
import { stepsOfLink, takeSteps } from "./markdown-budget.server";

/**
 * Disabled rules, which would change or drop text typed unintentionally: `\_`, `&amp;`, `<…>`, `[1]: …`, a dashed
 * line.
 */
const droppedRules = ["table", "hr", "lheading", "reference", "escape", "entity", "autolink"];

/** Leaves out the rules that change typed text, and restricts the others to the forms that people mean. */
export function keepTypedText(markdown: MarkdownIt): void {
  markdown.disable(droppedRules);
  restrictRule(markdown.block.ruler, "fence", (state, line) => restOfLine(state, line).startsWith("`"));
  restrictRule(markdown.block.ruler, "heading", (state, line) => restOfLine(state, line).startsWith("##"));
  restrictRule(markdown.block.ruler, "list", startsList);
  restrictRule(markdown.inline.ruler, "link", hasDestination(markdown, "link"));
  restrictRule(markdown.inline.ruler, "image", hasDestination(markdown, "image"));
  markdown.block.ruler.before("paragraph", "unindented", endsBlock, { alt: ["paragraph", "blockquote"] });
  markdown.inline.State = WordEdgeState;
  markdown.core.ruler.after("block", "fence-words", keepFenceWords);
  markdown.core.ruler.after("block", "item-numbers", keepItemNumbers);
  markdown.core.ruler.after("inline", "pictures", linkPictures);
  markdown.normalizeLink = (url) => withScheme(encodeUrl(url));
  markdown.validateLink = (url) => /^(?:https?:\/\/|mailto:|tel:|\/(?!\/))/i.test(url);
}

/** Restricts the rule `name` to where `condition` holds. */
function restrictRule<State extends unknown[], Result>(
  ruler: { __rules__: { name: string; fn: (...state: State) => Result | boolean }[] },
  name: string,
  condition: (...state: State) => boolean,
): void {
  const entry = findRule(ruler, name);
  const { fn } = entry;
  entry.fn = (...state) => condition(...state) && fn(...state);
}

function findRule<Rule extends { name: string }>(ruler: { __rules__: Rule[] }, name: string): Rule {
  const entry = ruler.__rules__.find((rule) => rule.name === name);
  if (!entry) throw new Error(`markdown-it has no rule "${name}".`);
  return entry;
}

const lineStart = ({ bMarks, tShift }: StateBlock, line: number) => (bMarks[line] ?? 0) + (tShift[line] ?? 0);
const restOfLine = (state: StateBlock, line: number) => state.src.slice(lineStart(state, line), state.eMarks[line]);

/** Whether a list starts at the line: `- - -` is a rule, and the “5.” in “1. 5. 2026” is part of a date. */
function startsList(state: StateBlock, line: number): boolean {
  const [marker, words] = splitMarker(restOfLine(state, line));
  if (marker === undefined || !/[^\s*-]/.test(words)) return false;
  const start = lineStart(state, line);
  return /[-*]/.test(marker) || !/\d[.)]\s+$/.test(state.src.slice(Math.max(0, start - 12), start));
}

function splitMarker(text: string): [string | undefined, string] {
  const marker = /^(?:[-*]|\d{1,9}[.)])(?=\s)/.exec(text)?.[0];
  return [marker, text.slice(marker?.length ?? 0)];
}

/** Ends a quote at the first line without ">", and an item at the first line that is not indented. */
function endsBlock(state: StateBlock, line: number, _endLine: number, silent: boolean): boolean {
  const indent = state.sCount[line] ?? 0;
  return silent && indent >= 0 && (state.parentType === "blockquote" || indent < state.blkIndent);
}

/** Scripts without spaces between words, and the halves of emoji. */
const unspaced = /[\p{Cs}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const opensAfter = /[\s([{“‘„«¿¡—–*~]/u;
const closesBefore = /[\s)\]}’”»—–.,:;!?…*~]/u;
/** Two stars may stand within quotes; a single one there is more often a placeholder. */
const besideDoubleStar = /["':;,]/;
/** A single star stresses words, not numbers or patterns of file names. */
const startsWords = /[\p{L}\p{Cs}*~`([“‘„«¿¡]/u;
const endsWords = /[\p{L}\p{N}\p{Cs}*~`)\]’”».!?…]/u;

/** Lets "*" and "~" stress whole words only, and "_" nothing. */
class WordEdgeState extends MarkdownItCore.StateInline {
  override scanDelims(start: number, canSplitWord: boolean) {
    const scanned = super.scanDelims(start, canSplitWord);
    const end = start + scanned.length;
    const [previous, next] = [this.src[start - 1] ?? " ", this.src[end] ?? " "];
    if (this.src[start] === "_") return { ...scanned, can_open: false, can_close: false };
    const isSingle = scanned.length === 1;
    const isEdge = (outside: string, edges: RegExp) =>
      edges.test(outside) || unspaced.test(outside) || (!isSingle && besideDoubleStar.test(outside));
    return {
      ...scanned,
      can_open: scanned.can_open && isEdge(previous, opensAfter) && (!isSingle || startsWords.test(next)),
      can_close: scanned.can_close && isEdge(next, closesBefore) && (!isSingle || endsWords.test(previous)),
    };
  }
}

/** Returns a condition under which `[x]()` and `list[0]()` stay text. */
function hasDestination(markdown: MarkdownIt, name: string): (state: StateInline) => boolean {
  const { fn } = findRule(markdown.inline.ruler, name);
  return (state) => {
    const { pos } = state;
    const isLink = fn(state, true) && !/\(\s*\)$/.test(state.src.slice(Math.max(0, state.pos - 3), state.pos));
    state.pos = pos;
    return isLink;
  };
}

/** Keeps the words behind the marks that open a block of code: the name of a language is one word. */
function keepFenceWords({ tokens }: StateCore): void {
  for (const token of tokens) {
    if (token.type !== "fence" || /^\s*[\w+#.-]*\s*$/.test(token.info)) continue;
    token.content = `${token.info.trim()}\n${token.content}`;
    token.info = "";
  }
}

/** Keeps the numbers of a list where they do not count up by one, and the bracket behind them. */
function keepItemNumbers({ tokens }: StateCore): void {
  const nextNumbers: number[] = [];
  for (const token of tokens) {
    if (token.type.endsWith("_list_open")) {
      nextNumbers.push(Number(token.attrGet("start") ?? 1));
      if (token.markup === ")") token.attrSet("class", "list-bracket");
    } else if (token.type.endsWith("_list_close")) nextNumbers.pop();
    else if (token.type === "list_item_open" && token.info !== "") {
      const number = Number(token.info);
      if (number !== nextNumbers.at(-1)) token.attrSet("value", String(number));
      nextNumbers[nextNumbers.length - 1] = number + 1;
    }
  }
}

/** Turns pictures into links, and shows the address of a link without text. */
function linkPictures({ tokens, Token, env }: StateCore): void {
  for (const block of tokens) {
    if (!block.children?.some(({ type }) => type === "image" || type === "link_open")) continue;
    let isInLink = false;
    block.children = block.children.flatMap((token, index, all) => {
      if (token.type === "link_close") isInLink = false;
      if (token.type === "image") return pictureLink(token);
      if (token.type !== "link_open") return token;
      isInLink = true;
      return all[index + 1]?.type === "link_close" ? [token, text(String(token.attrGet("href")))] : token;
    });

    function pictureLink(picture: Token): Token[] {
      const src = String(picture.attrGet("src"));
      if (isInLink) return [text(picture.content || src)];
      takeSteps(env, stepsOfLink);
      const open = new Token("link_open", "a", 1);
      open.attrSet("href", src);
      return [open, text(picture.content || src), new Token("link_close", "a", -1)];
    }
  }

  function text(content: string): Token {
    return Object.assign(new Token("text", "", 0), { content });
  }
}

/** Encodes a URL for HTML. The host stays as written, because browsers handle international names. */
const encodeUrl = (url: string) => encodeURI(url.replace(/\p{Cs}/gu, "\ufffd")).replace(/%25(?=[0-9a-f]{2})/gi, "%");

/** Adds a missing scheme to an address, because browsers would take it for a path. */
const withScheme = (url: string) => url.replace(/^\/\//, "https://").replace(/^www\./i, "http://$&");
