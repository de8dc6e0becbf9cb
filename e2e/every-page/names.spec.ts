import { nameFaults } from "../names";
import { expect, inOneWindow as test } from "../support";

test("a control whose name runs two words together or repeats itself is found", async ({ page }) => {
  await page.evaluate(() => {
    document.body.innerHTML = `
      <label for="order">Order number<span>optional</span></label><input id="order">
      <a href="/support"><span>Support</span> <span>Support</span></a>
      <button aria-label="Undo: all changes all changes">Undo</button>
      <label for="name">Name <span>optional</span></label><input id="name">
      <button>Mark <b>as</b> solved</button>`;
  });
  expect(await nameFaults(page)).toEqual([
    '"Order numberoptional" runs two words together: numberoptional',
    '"Support Support" says twice: Support',
    '"Undo: all changes all changes" says twice: all changes',
  ]);
});
