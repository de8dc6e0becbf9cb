import { describe, expect, it } from "vitest";
import { markdownHtml, plainText } from "./markdown.server";
import { mailText } from "./markdown-text.server";

/** The text that a browser shows of some HTML, line by line. */
const visibleText = (html: string) =>
  html
    .replace(/<br>\n/g, "\n")
    .replace(/<\/p>\n<p>/g, "\n\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(lt|gt|quot|amp);/g, (_, name: string) => ({ lt: "<", gt: ">", quot: '"', amp: "&" })[name] ?? "")
    .trim();

const typedTexts = [
  "The box is 3*4*5 cm, or 2**3**4, and 3 * 4 * 5.",
  "It is 5 *4 and 3* 2 at most.",
  "\\\\nas01\\invoices\\_2026\\.config",
  "C:\\Users\\ann\\*.txt, \\[1\\] and \\# and a\\\nb",
  "Run my_app_v2/__init__.py --no-cache as _anna_",
  "*.jpg, *.* and /var/log/*.log*",
  "/* not a comment */ and a**b",
  "~/.config~ and ~~~~~~~~",
  "Mara Lindqvist\n-----",
  "Mara Lindqvist\n=====",
  "Mara Lindqvist\n\n-----\n\nPortico GmbH",
  "* * *",
  "- - -",
  "__________\nName",
  "+ 3 boxes\n+ 2 pallets",
  "# of units: 5\n#3 is broken",
  "&copy; &amp; &nbsp; &#65;",
  "[1]: https://example.com is where I looked\n\nSee [1].",
  "handlers[0]() and list[1](x) and [ ] and [x]",
  "Ann Lee <ann@example.com> wrote at <https://example.com/a>",
  "Wait! [sic]",
];

describe("text from users is shown as typed", () => {
  it.each(typedTexts)("text from users is shown as typed on pages: %j", (typed) =>
    expect(visibleText(markdownHtml(typed))).toBe(typed),
  );

  it.each(typedTexts)("text from users is shown as typed in mails: %j", (typed) => expect(mailText(typed)).toBe(typed));

  it("previews keep characters that Markdown would drop", () => {
    expect(plainText("It is 3*4*5 cm in \\\\nas01\\_a_\\b &amp; <c@d.example>")).toBe(
      "It is 3*4*5 cm in \\\\nas01\\_a_\\b &amp; <c@d.example>",
    );
  });

  it.each([
    [
      "an answer under a quoted line",
      "> When did you order?\nOn Monday.",
      "<blockquote>\n<p>When did you order?</p>\n</blockquote>\n<p>On Monday.</p>\n",
    ],
    [
      "an answer under two quoted lines",
      "> a\n> b\nc\n> d",
      "<blockquote>\n<p>a<br>\nb</p>\n</blockquote>\n<p>c</p>\n<blockquote>\n<p>d</p>\n</blockquote>\n",
    ],
    ["an answer under a quoted list", "> - a\nb", "<blockquote>\n<ul>\n<li>a</li>\n</ul>\n</blockquote>\n<p>b</p>\n"],
    [
      "an answer under a nested quote",
      "> > a\n> b",
      "<blockquote>\n<blockquote>\n<p>a</p>\n</blockquote>\n<p>b</p>\n</blockquote>\n",
    ],
    [
      "a line under a list",
      "- one\n- two\nThanks, Ann",
      "<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n<p>Thanks, Ann</p>\n",
    ],
  ])("%s is not part of it", (_, typed, html) => expect(markdownHtml(typed)).toBe(html));

  it("numbers of a list are those that were typed", () => {
    expect(markdownHtml("1. yes\n3. no\n4. maybe")).toBe(
      '<ol>\n<li>yes</li>\n<li value="3">no</li>\n<li>maybe</li>\n</ol>\n',
    );
    expect(mailText("1. yes\n3. no")).toBe("1. yes\n3. no");
    expect(mailText("2) yes\n7) no")).toBe("2) yes\n7) no");
    expect(mailText("0. none\n1. one")).toBe("0. none\n1. one");
    expect(mailText("10. 5. 2026")).toBe("10. 5. 2026");
    expect(mailText("1. 5. 2026")).toBe("1. 5. 2026");
  });

  it("the bracket after the number of a list item stays", () => {
    expect(markdownHtml("1) yes\n2) no")).toBe('<ol class="list-bracket">\n<li>yes</li>\n<li>no</li>\n</ol>\n');
  });

  it("text after the opening of a code fence stays", () => {
    expect(visibleText(markdownHtml("```SELECT * FROM orders\nWHERE id = 1\n```"))).toBe(
      "SELECT * FROM orders\nWHERE id = 1",
    );
    expect(mailText("```SELECT 1\nx\n```")).toBe("    SELECT 1\n    x");
    expect(visibleText(markdownHtml("```sql\nSELECT 1\n```"))).toBe("SELECT 1");
  });
});

describe("text meant as Markdown is rendered as Markdown", () => {
  it.each([
    [
      "**bold**, (**b**), **b**: *it*, ***both***, ~~gone~~",
      "<strong>bold</strong>, (<strong>b</strong>), <strong>b</strong>: <em>it</em>, <em><strong>both</strong></em>, <s>gone</s>",
    ],
    ['Press "**Save**" and **Stop!**', "Press &quot;<strong>Save</strong>&quot; and <strong>Stop!</strong>"],
    ["これは**重要**です", "これは<strong>重要</strong>です"],
    [
      "**a `b` [c](https://d.example)**",
      '<strong>a <code>b</code> <a href="https://d.example" rel="nofollow noopener noreferrer">c</a></strong>',
    ],
  ])("%j", (typed, html) => expect(markdownHtml(typed)).toBe(`<p>${html}</p>\n`));
});

describe("a link in Markdown", () => {
  const hrefs = (html: string) => [...html.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href);

  it.each([
    ["[x](//other.example/a)", "https://other.example/a"],
    ["[x](www.other.example)", "http://www.other.example"],
    ["[x](https://other.example)", "https://other.example"],
    ["[x](mailto:a@b.example)", "mailto:a@b.example"],
    ["[x](tel:+3225550110)", "tel:+3225550110"],
    ["[x](/orders/7)", "/orders/7"],
    ["[x](/\\other.example)", "/%5Cother.example"],
  ])("%j leads to %j", (typed, href) => expect(hrefs(markdownHtml(typed))).toEqual([href]));

  it.each(["[x](other.example)", "[x](a b)", "[x]()", "[x](ftp://a.example)", "[x](\\\\other.example)", "[x](#top)"])(
    "%j stays text",
    (typed) => {
      expect(hrefs(markdownHtml(typed))).toEqual([]);
      expect(visibleText(markdownHtml(typed))).toBe(typed);
    },
  );

  it.each([
    [
      "See ![the box](https://a.example/b.jpg)!",
      '<p>See <a href="https://a.example/b.jpg" rel="nofollow noopener noreferrer">the box</a>!</p>\n',
    ],
    [
      "![](https://a.example/b.jpg)",
      '<p><a href="https://a.example/b.jpg" rel="nofollow noopener noreferrer">https://a.example/b.jpg</a></p>\n',
    ],
    [
      "[![logo](https://a.example/b.jpg)](https://a.example)",
      '<p><a href="https://a.example" rel="nofollow noopener noreferrer">logo</a></p>\n',
    ],
  ])("a link in Markdown to a picture shows no exclamation mark: %j", (typed, html) =>
    expect(markdownHtml(typed)).toBe(html),
  );

  it("a link in Markdown to a picture becomes its name and URL in mails", () => {
    expect(mailText("![the box](https://a.example/b.jpg) ![](https://a.example/c.jpg)")).toBe(
      "the box (https://a.example/b.jpg) https://a.example/c.jpg",
    );
  });
});
