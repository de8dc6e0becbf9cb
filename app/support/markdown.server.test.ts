import { describe, expect, it } from "vitest";
import { markdownHtml, plainText } from "./markdown.server";

/** What browsers would make of it: the names of the elements, and what links lead by. */
const elements = (html: string) => new Set([...html.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, name]) => name?.toLowerCase()));
const schemes = (html: string) => [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, address]) => new URL(address ?? "", "https://here.invalid").protocol);

describe("Markdown becomes HTML in which", () => {
  it("what is stressed, listed, quoted and linked reads as such", () => {
    const html = markdownHtml("**bold** _italic_\n\n- one\n- two\n\n> quoted\n\n`code` https://example.com/a");
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
  ])("HTML stays text: %j", (text) => {
    const allowed = ["p", "code", "pre", "br"];
    expect([...elements(markdownHtml(text))].filter((name) => !allowed.includes(name ?? ""))).toEqual([]);
  });

  it("a few letters do not become many", () => {
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
  ])("no link runs anything: %j", (text) => {
    expect(schemes(markdownHtml(text)).filter((scheme) => scheme !== "https:")).toEqual([]);
  });

  it("a title or an address cannot leave its quotes", () => {
    const html = markdownHtml(`[x](https://example.com/"onmouseover="alert(1) "a\\" onclick=\\"b")`);
    expect(html).not.toMatch(/"\s*on(mouseover|click)=/);
  });

  it("pictures from elsewhere are no pictures, so that nobody learns who reads", () => {
    expect(elements(markdownHtml("![pixel](https://evil.example/p.gif)"))).not.toContain("img");
  });

  it("a heading is none of the page's", () => {
    expect(markdownHtml("# Loud")).toBe('<p class="font-semibold">Loud</p>\n');
  });

  it.each([["quotes", ">".repeat(20_000)], ["brackets", "[".repeat(20_000)], ["lists", "- ".repeat(10_000) + "x"], ["stars", "*a ".repeat(6_000)], ["ticks", "`".repeat(9_999) + " " + "`".repeat(9_998)]])("%s within each other end somewhere", (_, text) => {
    const depth = (html: string) => {
      let [deep, deepest] = [0, 0];
      for (const [tag] of html.matchAll(/<(\/?)[a-z]+[^>]*>/g)) deepest = Math.max(deepest, (deep += tag.startsWith("</") ? -1 : 1));
      return deepest;
    };
    expect(depth(markdownHtml(text))).toBeLessThan(50);
  });
});

describe("the same as one line of text", () => {
  it("has the words without their marks", () => {
    expect(plainText("It is on its **way**.\n\n- one\n- [two](https://example.com) & <three>")).toBe("It is on its way. one two & <three>");
  });

  it("is cut where it is long", () => {
    expect(plainText("word ".repeat(100), 20)).toBe("word word word word…");
  });
});
