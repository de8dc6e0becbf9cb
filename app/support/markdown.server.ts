/**
 * Markdown that people write, as HTML that is safe to show: what they write as HTML stays text, and pictures from elsewhere are links.
 * There are no tables: a few letters for each of thousands of rows would make megabytes.
 */
import MarkdownIt from "markdown-it";

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true, maxNesting: 20 }).disable(["image", "table"]);

/** A heading within an answer is no heading of the page: it is drawn as a paragraph that stands out. */
markdown.renderer.rules.heading_open = () => '<p class="font-semibold">';
markdown.renderer.rules.heading_close = () => "</p>\n";

markdown.renderer.rules.link_open = (tokens, index, options, _environment, self) => {
  tokens[index]?.attrSet("rel", "nofollow noopener noreferrer");
  return self.renderToken(tokens, index, options);
};

/** The HTML of a text. */
export const markdownHtml = (text: string): string => markdown.render(text);

/** The same as one line of plain text, cut to so many characters: for lists and mails. */
export function plainText(text: string, most = 140): string {
  const line = markdownHtml(text.slice(0, most * 8)).replace(/<\/?(?:strong|em|s|a|code)\b[^>]*>/g, "").replace(/<[^>]*>/g, " ").replace(/&(lt|gt|quot|amp);/g, (_, name: keyof typeof entities) => entities[name]).replace(/\s+/g, " ").trim();
  return line.length > most ? `${line.slice(0, most - 1).trimEnd()}…` : line;
}

const entities = { lt: "<", gt: ">", quot: '"', amp: "&" };
