/**
 * Renders Markdown as safe HTML: HTML stays text, and external pictures become links. Tables are off, because a short
 * text could expand to megabytes.
 */
import MarkdownIt, { type Token } from "markdown-it";
import { keepTypedText } from "./markdown-as-typed.server";
import { addBudget, TooManySteps } from "./markdown-budget.server";
import { addLinks } from "./markdown-links.server";
import type { Opened } from "./markdown-records";

const markdown = new MarkdownIt({ html: false, breaks: true, maxNesting: 20 });
keepTypedText(markdown);
addBudget(markdown);
addLinks(markdown);

/** Renders headings within an answer as bold paragraphs, because they are no headings of the page. */
markdown.renderer.rules.heading_open = () => '<p class="font-semibold">';
markdown.renderer.rules.heading_close = () => "</p>\n";

markdown.renderer.rules.link_open = (tokens, index, options, _environment, self) => {
  tokens[index]?.attrSet("rel", "nofollow noopener noreferrer");
  return self.renderToken(tokens, index, options);
};

/** Parses a text into tokens; undefined if it exceeds the limit of parser steps. */
export function tokensOf(text: string, opened?: Opened): Token[] | undefined {
  try {
    return markdown.parse(text, { opened });
  } catch (error) {
    if (error instanceof TooManySteps) return undefined;
    throw error;
  }
}

/** Renders a text to HTML, or shows it unformatted if it exceeds the limit of parser steps. */
function render(text: string, opened?: Opened): string {
  const tokens = tokensOf(text, opened);
  return tokens
    ? markdown.renderer.render(tokens, markdown.options, {})
    : `<p>${markdown.utils.escapeHtml(text).replaceAll("\n", "<br>\n")}</p>\n`;
}

/** Recently rendered HTML by text, oldest first; limited by the total characters of both. */
const renderCache = new Map<string, string>();
let size = 0;
const maxKept = 8_000_000;

/** Returns the HTML of a text. Cached, except with links to records, which depend on the reader. */
export function markdownHtml(text: string, opened?: Opened): string {
  if (opened?.size) return render(text, opened);
  const html = renderCache.get(text) ?? render(text);
  if (renderCache.delete(text)) size -= text.length + html.length;
  renderCache.set(text, html);
  size += text.length + html.length;
  for (const [oldText, oldHtml] of renderCache) {
    if (size <= maxKept) break;
    renderCache.delete(oldText);
    size -= oldText.length + oldHtml.length;
  }
  return html;
}

/** Returns the text as one plain line of at most `limit` characters, for lists and mails. */
export function plainText(text: string, limit = 140): string {
  const line = markdownHtml(text.slice(0, limit * 8))
    .replace(/<\/?(?:strong|em|s|a|code)\b[^>]*>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(lt|gt|quot|amp);/g, (_, name: keyof typeof entities) => entities[name])
    .replace(/\s+/g, " ")
    .trim();
  return line.length > limit ? `${line.slice(0, limit - 1).trimEnd()}…` : line;
}

const entities = { lt: "<", gt: ">", quot: '"', amp: "&" };
