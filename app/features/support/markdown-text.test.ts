import { describe, expect, it } from "vitest";
import { mailText } from "./markdown-text.server";

describe("Markdown in a mail", () => {
  it.each([
    ["It is **on** *its* `way` ~~now~~, really & soon.", "It is on its way now, really & soon."],
    ["First\nsecond\n\n## A title\n\nLast", "First\nsecond\n\nA title\n\nLast"],
    ["- one\n- **two**\n  more\n\n1. first\n2. second\n\nEnd", "- one\n- two\n  more\n\n1. first\n2. second\n\nEnd"],
    ["> quoted\n> twice\n\nMine", "> quoted\n> twice\n\nMine"],
    ["- a\n  - b\n- c", "- a\n  - b\n- c"],
    ["```\n**kept** as it is\n```\n\nafter", "    **kept** as it is\n\nafter"],
    [
      "See [the guide](https://example.com/guide), https://example.com/x_y or <a@b.example>.",
      "See the guide (https://example.com/guide), https://example.com/x_y or <a@b.example>.",
    ],
    ["www.example.com and [https://example.com](https://example.com)", "www.example.com and https://example.com"],
    ["<b>no HTML</b>", "<b>no HTML</b>"],
  ])("%j", (typed, text) => expect(mailText(typed)).toBe(text));

  it("stays as typed if it has more marks than anybody would write", () => {
    const text = "*_".repeat(10_000);
    expect(mailText(text)).toBe(text);
  });
});
