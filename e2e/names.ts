/** Checks the accessible names of all controls of a page. */
import type { Page } from "@playwright/test";

const controls = new Set(
  (
    "button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio radio searchbox slider spinbutton " +
    "switch tab textbox DisclosureTriangle PopUpButton"
  ).split(" "),
);

/** Fields whose parts Chromium names itself, such as "Day Day". */
const fieldsOfParts = new Set(["Date", "DateTime", "InputTime"]);

/** Returns the accessible names of all controls on a page, from Chromium's accessibility tree. */
async function namesOn(page: Page): Promise<string[]> {
  const chromium = await page.context().newCDPSession(page);
  const { nodes } = await chromium.send("Accessibility.getFullAXTree");
  await chromium.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const isPart = (id = ""): boolean => {
    const node = byId.get(id);
    return node !== undefined && (fieldsOfParts.has(String(node.role?.value)) || isPart(node.parentId));
  };
  return nodes.flatMap(({ ignored, role, name, parentId }) =>
    !ignored && controls.has(String(role?.value)) && !isPart(parentId) ? [String(name?.value ?? "")] : [],
  );
}

/** Opens every menu and collapsed section at once. Runs in the page. */
function unfoldAll() {
  for (const folded of document.querySelectorAll("details")) folded.open = true;
  for (const popover of document.querySelectorAll<HTMLElement>("[popover]:not(:popover-open)")) {
    popover.popover = "manual"; // an "auto" one closes the others
    popover.showPopover();
  }
}

/**
 * Lists the words that result when two adjacent texts are joined without a space; digits and search highlights do not
 * count. Runs in the page.
 */
function jointsOfTexts(): string[] {
  const naming = "a, button, label, summary, legend, h1, h2, h3, h4, h5, h6, [role=tab], [role=option]";
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const joints: string[] = [];
  let before: { text: string; parent?: Element | null } = { text: "" };
  while (texts.nextNode()) {
    const { parentElement: parent, textContent } = texts.currentNode;
    if (!textContent || parent?.closest("script, style, template")) continue;
    const [end, start] = [/[\p{L}\p{N}]*\p{L}$/u.exec(before.text)?.[0], /^\p{L}[\p{L}\p{N}]*/u.exec(textContent)?.[0]];
    const isMarked = Boolean(parent?.closest("mark"));
    const isOneName = parent?.closest(naming) && parent.closest(naming) === before.parent?.closest(naming);
    if (end && start && isOneName && !isMarked && before.parent !== parent) joints.push(end + start);
    before = { text: isMarked ? "" : textContent, parent };
  }
  return joints;
}

const wordsOf = (name: string) => name.match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Opens all menus and collapsed sections of a page, and lists the problems with the accessible names of its controls:
 * names that run two words together, such as "Order numberoptional", or repeat a word, such as "Support Support".
 */
export async function nameFaults(page: Page): Promise<string[]> {
  await page.evaluate(unfoldAll);
  const joints = new Set(await page.evaluate(jointsOfTexts));
  const faults = (await namesOn(page)).flatMap((name) => {
    const joint = wordsOf(name).find((word) => joints.has(word));
    const repeated = /(?<![\p{L}\p{N}])(\p{L}{2,}(?: [\p{L}\p{N}]+)*) \1(?![\p{L}\p{N}])/iu.exec(name)?.[1];
    return [
      ...(joint ? [`"${name}" runs two words together: ${joint}`] : []),
      ...(repeated ? [`"${name}" says twice: ${repeated}`] : []),
    ];
  });
  return [...new Set(faults)];
}
