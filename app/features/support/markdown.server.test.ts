import { describe, expect, it } from "vitest";
import { markdownHtml, plainText } from "./markdown.server";

/** The element names and the link schemes that a browser would see in the HTML. */
const elements = (html: string) =>
  new Set([...html.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, name]) => name?.toLowerCase()));
const schemes = (html: string) =>
  [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(
    ([, address]) => new URL(address ?? "", "https://here.invalid").protocol,
  );

describe("HTML rendered from Markdown", () => {
  it("contains emphasis, lists, quotes and links", () => {
    const html = markdownHtml("**bold** *italic*\n\n- one\n- two\n\n> quoted\n\n`code` https://example.com/a");
    expect([...elements(html)].sort()).toEqual(["a", "blockquote", "code", "em", "li", "p", "strong", "ul"]);
    expect(html).toContain('<a href="https://example.com/a" rel="nofollow noopener noreferrer">');
  });

  it.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<iframe src=javascript:alert(1)>",
    "<a href='javascript:alert(1)'>x</a>",
    "<!-- --><style>*{display:none}</style>",
    "`<script>`<b onclick=x>",
    "```<script>\n</script>\n```",
    "| <script> |\n|---|\n| <img onerror=x> |",
  ])("contains HTML only as text: %j", (text) => {
    const allowed = ["p", "code", "pre", "br"];
    expect([...elements(markdownHtml(text))].filter((name) => !allowed.includes(name ?? ""))).toEqual([]);
  });

  it("does not grow far beyond its input", () => {
    const text = `${"a|".repeat(60)}\n${"-|".repeat(60)}\n${"|\n".repeat(6_000)}`;
    expect(markdownHtml(text).length).toBeLessThan(text.length * 10);
  });

  it.each([
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java&#x0A;script:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](vbscript:x)",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](file:///etc/passwd)",
    "<javascript:alert(1)>",
    "[x]: javascript:alert(1)\n\n[x]",
    "![x](javascript:alert(1))",
  ])("contains no link that runs code: %j", (text) => {
    expect(schemes(markdownHtml(text)).filter((scheme) => scheme !== "https:")).toEqual([]);
  });

  it("contains no title or URL that escapes its quotes", () => {
    const html = markdownHtml(`[x](https://example.com/"onmouseover="alert(1) "a\\" onclick=\\"b")`);
    expect(html).not.toMatch(/"\s*on(mouseover|click)=/);
  });

  it("contains no external pictures, so that nobody learns who reads it", () => {
    expect(elements(markdownHtml("![pixel](https://evil.example/p.gif)"))).not.toContain("img");
  });

  it("contains no heading of the page's level", () => {
    expect(markdownHtml("## Loud")).toBe('<p class="font-semibold">Loud</p>\n');
  });

  it.each([
    ["quotes", ">".repeat(20_000)],
    ["brackets", "[".repeat(20_000)],
    ["lists", "- ".repeat(10_000) + "x"],
    ["stars", "*a ".repeat(6_000)],
    ["ticks", "`".repeat(9_999) + " " + "`".repeat(9_998)],
  ])("HTML rendered from Markdown of deeply nested %s ends somewhere", (_, text) => {
    const depth = (html: string) => {
      let [deep, deepest] = [0, 0];
      for (const [tag] of html.matchAll(/<(\/?)[a-z]+[^>]*>/g))
        deepest = Math.max(deepest, (deep += tag.startsWith("</") ? -1 : 1));
      return deepest;
    };
    expect(depth(markdownHtml(text))).toBeLessThan(50);
  });
});

describe("Markdown as one line of text", () => {
  it("contains the words without their marks", () => {
    expect(plainText("It is on its **way**.\n\n- one\n- [two](https://example.com) & <three>")).toBe(
      "It is on its way. one two & <three>",
    );
  });

  it("is truncated if it is long", () => {
    expect(plainText("word ".repeat(100), 20)).toBe("word word word word…");
  });
});

/** Counts the characters that an action examines, by `charCodeAt` and by regular expressions. */
function charactersLookedAt(act: () => void): number {
  let looked = 0;
  const [{ charCodeAt }, { exec }] = [String.prototype, RegExp.prototype];
  const counting = {
    charCodeAt(this: string, at: number) {
      looked++;
      return charCodeAt.call(this, at);
    },
    exec(this: RegExp, text: string) {
      const from = this.global || this.sticky ? this.lastIndex : 0;
      const found = exec.call(this, text);
      const givesUpAt = this.sticky || this.source.startsWith("^") ? from : text.length;
      looked += (found ? found.index + found[0].length : givesUpAt) - from;
      return found;
    },
  };
  Object.assign(String.prototype, { charCodeAt: counting.charCodeAt });
  Object.assign(RegExp.prototype, { exec: counting.exec });
  try {
    act();
  } finally {
    Object.assign(String.prototype, { charCodeAt });
    Object.assign(RegExp.prototype, { exec });
  }
  return looked;
}

/** Repeats a piece of text to a length; use different lengths, because rendered texts are cached. */
const filled = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

describe("rendering takes linear time", () => {
  const pieces = [
    ..."/ . @ : h a * _ ~ [ ] ( ) < > ` & \\ ! # - |".split(" "),
    ...[
      "//a.b/",
      "http://",
      "http://a.b ",
      "http://a.b/",
      "https://a.b/(",
      "www.a.b",
      "a@",
      "a@b.c ",
      "a@b.c",
      "mailto:",
      "http://é.b ",
    ],
    ...[
      "*_",
      "*a ",
      "**a *",
      "~~a",
      "[a](b)",
      "[a](",
      "[a][",
      "[]",
      "[a]: b\n",
      "[\n",
      "![[",
      "<a@b.c>",
      "<http://a",
      "`` ` ",
    ],
    ...[
      "- ",
      "- a\n",
      "- a\n  - b\n",
      "> a\n",
      "> - ",
      "1. > - a\n",
      "-\n",
      "# a\n",
      "a\n=\n",
      "```\n",
      "a\n",
      "a  \n",
      "a|",
    ],
  ];

  it.each(pieces)("%j", (piece) => {
    const [short, long] = [5_000, 20_000].map((length) =>
      charactersLookedAt(() => markdownHtml(filled(piece, length))),
    );
    expect(long).toBeLessThan(5 * (short ?? 0) + 1_000);
    expect(long).toBeLessThan(40 * 20_000);
  });

  it("a text with too many marks is shown as typed", () => {
    const text = filled("*<_", 20_000);
    expect(markdownHtml(text)).toBe(`<p>${text.replaceAll("<", "&lt;")}</p>\n`);
  });

  it("texts that people really write are rendered completely", () => {
    const html = markdownHtml(
      filled(
        "## The export\n\nIt stops at *500* rows, see <https://example.com/a-b?c=d>:\n\n- first `code`\n- then **more** of it\n\n> quoted - as mails do\n\n",
        19_900,
      ) + "\n\n**end**",
    );
    expect(html).toContain("<strong>end</strong>");
  });

  it("a rendered text is cached", () => {
    const text = `${filled("kept ", 1_000)}*once*`;
    markdownHtml(text);
    expect(charactersLookedAt(() => markdownHtml(text))).toBe(0);
  });
});

describe("URLs in a text become links", () => {
  const link = (href: string, text = href) => `<a href="${href}" rel="nofollow noopener noreferrer">${text}</a>`;

  it.each([
    ["See https://example.com/a_b_c/_d_/*e*f, please.", `See ${link("https://example.com/a_b_c/_d_/*e*f")}, please.`],
    ["(HTTP://example.com/x_(y))", `(${link("HTTP://example.com/x_(y)")})`],
    [
      '**https://example.com** or "https://example.com/?q=1&r=2"!',
      `<strong>${link("https://example.com")}</strong> or &quot;${link("https://example.com/?q=1&amp;r=2")}&quot;!`,
    ],
    ["www.example.com: open", `${link("http://www.example.com", "www.example.com")}: open`],
    ["Write to ann.b@example.co.uk.", `Write to ${link("mailto:ann.b@example.co.uk", "ann.b@example.co.uk")}.`],
    [
      "[https://shown.example](https://real.example) [a@b.example](https://real.example)",
      `${link("https://real.example", "https://shown.example")} ${link("https://real.example", "a@b.example")}`,
    ],
    ["https://bücher.example/ä", `${link("https://b%C3%BCcher.example/%C3%A4", "https://bücher.example/ä")}`],
    [
      "https://a.example and b@c.example and https://d.example",
      `${link("https://a.example")} and ${link("mailto:b@c.example", "b@c.example")} and ${link("https://d.example")}`,
    ],
  ])("%j", (text, html) => expect(markdownHtml(text)).toBe(`<p>${html}</p>\n`));

  it.each([
    "xhttps://a",
    "https:// a",
    "javascript://a.example",
    "//a.b/",
    "a@b",
    "@b.example",
    "`https://a.example`",
    "www. a",
  ])("%j is not a link", (text) => expect(markdownHtml(text)).not.toContain("<a "));
});
