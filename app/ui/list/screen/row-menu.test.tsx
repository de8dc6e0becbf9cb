import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { MenuButton } from "~/ui/overlay/menu";
import { RowMenu } from "./row-menu";

/** Returns the served HTML of two rows' menus at an address. */
function served(search: string): HTMLElement {
  const page = document.createElement("div");
  page.innerHTML = renderToString(
    [1, 2].map((id) => (
      <RowMenu key={id} at={{ pathname: "/users", search }} id={id} label={`Actions for ${id}`}>
        {() => <MenuButton formAction={`/users/${id}/trash`}>Delete</MenuButton>}
      </RowMenu>
    )),
  );
  return page;
}

const addresses = (page: HTMLElement) => [...page.querySelectorAll("a")].map((link) => link.getAttribute("href"));
const acts = (page: HTMLElement) => [...page.querySelectorAll("button")].map((act) => act.getAttribute("formaction"));

test("a row is rendered with a link to its menu, and without the menu", () => {
  const page = served("?q=ada&page=2");
  expect(addresses(page)).toEqual(["/users?q=ada&page=2&menu=1#menu-1", "/users?q=ada&page=2&menu=2#menu-2"]);
  expect(acts(page)).toEqual([]);
});

test("a URL that names a row renders its menu, and a link back to the page without it", () => {
  const page = served("?q=ada&menu=2");
  expect(addresses(page)).toEqual(["/users?q=ada&menu=1#menu-1", "/users?q=ada#menu-2"]);
  expect(acts(page)).toEqual(["/users/2/trash"]);
  expect(page.querySelector("#menu-2")?.getAttribute("aria-label")).toBe("Actions for 2");
});
