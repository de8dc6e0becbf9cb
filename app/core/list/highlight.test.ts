import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markdownHtml } from "~/features/support/markdown.server";
import { markHtml, markText, searchedWords, snippet } from "~/core/list/highlight.server";

const mark = (text: string, q: string) => markText(text, searchedWords(q));

describe("the words of a search", () => {
  it("are compared without case, accents and punctuation, each once", () => {
    expect(searchedWords("  Café, CAFE: “crème”?! ")).toEqual(["cafe", "creme"]);
    expect(searchedWords("?!… -- ")).toEqual([]);
    expect(searchedWords("a b c d e f g h i j k l")).toHaveLength(10);
  });
});

describe("a plain text", () => {
  it("is highlighted at the words, with its own spelling", () => {
    expect(mark("The Crème of the CREME", "creme")).toBe("The <mark>Crème</mark> of the <mark>CREME</mark>");
    expect(mark("Cre\u0300me", "crème")).toBe("<mark>Cre\u0300me</mark>");
    expect(mark("İstanbul 👩🏽‍🚒 zoo", "zoo istanbul")).toBe("<mark>İstanbul</mark> 👩🏽‍🚒 <mark>zoo</mark>");
  });

  it("has one highlight where words overlap or touch", () => {
    expect(mark("invoices", "invoice voices")).toBe("<mark>invoices</mark>");
    expect(mark("abc", "a b")).toBe("<mark>ab</mark>c");
  });

  it("is escaped, highlighted or not", () => {
    expect(mark(`<script>alert("b & b")</script>`, "script")).toBe(
      "&lt;<mark>script</mark>&gt;alert(&quot;b &amp; b&quot;)&lt;/<mark>script</mark>&gt;",
    );
  });
});

describe("HTML", () => {
  it("is highlighted in its texts, never in tags or character references", () => {
    const html = markdownHtml("A [mark](https://example.com/mark) & **amp** < `lt`");
    const marked = markHtml(html, searchedWords("mark amp lt strong href https"));
    expect(marked).toContain(
      '<a href="https://example.com/mark" rel="nofollow noopener noreferrer"><mark>mark</mark></a> &amp; <strong><mark>amp</mark></strong> &lt; <code><mark>lt</mark></code>',
    );
  });

  it("is unchanged apart from highlights, for any text and search", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 60 }),
        fc.string({ unit: "grapheme", maxLength: 12 }),
        (written, q) => {
          const html = markdownHtml(written);
          expect(markHtml(html, searchedWords(q)).replace(/<\/?mark>/g, "")).toBe(html);
        },
      ),
    );
  });
});

describe("a snippet", () => {
  const long = `${"one two three four ".repeat(20)}needle ${"five six seven ".repeat(20)}`;

  it("is the text around the first match, cut between words", () => {
    const piece = snippet(long, ["needle"]);
    expect(piece).toMatch(/^…(?:one|two|three|four) .*needle.*(?:five|six|seven)…$/);
    expect(piece.length).toBeLessThan(165);
  });

  it("is the beginning of a text without a match, and all of a short text", () => {
    expect(snippet(long, ["absent"])).toMatch(/^one two.*…$/);
    expect(snippet("short", ["absent"])).toBe("short");
    expect(snippet("x".repeat(500), ["y"])).toHaveLength(161);
  });
});
