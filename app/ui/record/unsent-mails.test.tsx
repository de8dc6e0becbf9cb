import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { UnsentMails } from "./unsent-mails";

const mail = {
  id: 1,
  about: "an answer on ticket #7",
  recipient: "ada@example.com",
  tries: 3,
  problem: "The mail server could not be reached, or did not answer.",
  again: new Date("2026-03-03T12:30:00Z"),
};
const textOf = (mails: (typeof mail | (Omit<typeof mail, "again"> & { again: null }))[]) =>
  renderToStaticMarkup(<UnsentMails mails={mails} />).replace(/<[^>]+>/g, "");

it("the list says of each mail what it is, why it was not sent, and what happens next", () => {
  expect(textOf([])).toBe("");
  expect(textOf([mail])).toMatch(
    /^A mail is waiting to be sent to ada@example.com \(an answer on ticket #7\)\. The mail server could not be reached, or did not answer\. It was tried 3 times, and is tried again at .*12:30.*\.$/,
  );
  expect(textOf([{ ...mail, tries: 1, again: null }])).toMatch(
    /^A mail could not be sent to .* It was tried once and is not tried again\.$/,
  );
});

it("the list stays short: only the first mails are shown, and the others can be expanded", () => {
  const shown = (count: number) =>
    renderToStaticMarkup(
      <UnsentMails mails={Array.from({ length: count }, (_, id) => ({ ...mail, id, about: `mail ${id}` }))} />,
    ).split("<details");
  expect(shown(2).map((part) => part.match(/mail \d/g))).toEqual([["mail 0", "mail 1"]]);
  const [open = "", folded = ""] = shown(7);
  expect(open.match(/mail \d/g)).toEqual(["mail 0", "mail 1"]);
  expect(folded.match(/mail \d/g)).toEqual(["mail 2", "mail 3", "mail 4", "mail 5", "mail 6"]);
  expect(folded).toContain("And 5 more</summary>");
});
