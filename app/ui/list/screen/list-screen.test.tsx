import { Link } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, test } from "vitest";
import type { ListFilter, ListScreenView } from "~/core/list/list";
import type { Preferences } from "~/core/values/preferences";
import { ListDisplay } from "./display";
import { ListScreen, type ListScreenProps } from "./list-screen";
import { MenuButton } from "~/ui/overlay/menu";
import { SelectAll } from "./select-all";
import { listedRemoval } from "~/core/values/removal-words";

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

const people = [1, 2, 3].map((id) => ({ id, name: `Person ${id}` }));
type Row = (typeof people)[number];

const plain: ListScreenView = {
  path: "/users",
  title: "Users",
  noun: { one: "user", many: "users" },
  removal: listedRemoval({}),
  hasFile: true,
  mayChange: true,
  create: { href: "/users/create", label: "Create user" },
  q: "",
  filters: [
    { name: "role", label: "Role", type: "choice", value: "", options: [{ value: "HR Manager", title: "HR Manager" }] },
  ],
  sort: { key: "name", descending: false },
  page: 1,
  pages: 1,
  size: 25,
  total: 3,
  last: 41,
  everything: 3,
  notes: [],
  trash: false,
  selectAll: false,
  sums: [],
  search: "",
};

function show(
  view: Partial<ListScreenView>,
  more: Partial<ListScreenProps<Row>> = {},
  loader?: () => Promise<never>,
  display: Preferences = {},
) {
  const Page = () => (
    <ListDisplay.Provider value={display}>
      <ListScreen
        view={{ ...plain, ...view }}
        rows={people}
        columns={[{ key: "name", label: "Name", sort: "name", cell: (row) => row.name }]}
        rowLabel={(row) => row.name}
        rowMenu={(row) => <MenuButton formAction={`/users/${row.id}/trash`}>Delete</MenuButton>}
        bulk={[]}
        {...more}
      />
    </ListDisplay.Provider>
  );
  const Stub = createRemixStub([{ path: "/users", Component: Page, loader }]);
  render(
    <Stub
      initialEntries={[`/users${view.search ? `?${view.search}` : ""}`]}
      hydrationData={{ loaderData: { "0": null } }}
    />,
  );
}

const href = (name: string | RegExp) => screen.getByRole("link", { name }).getAttribute("href");
const selection = () =>
  Object.fromEntries(new FormData(document.querySelector<HTMLFormElement>("form.selectable") ?? undefined));

test("the form of a list posts the amounts that it shows with a bulk action", () => {
  show({ amounts: "1:10000 2:500" });
  expect(document.querySelector<HTMLInputElement>('input[name="amounts"]')?.value).toBe("1:10000 2:500");
});

test("a column header sorts by its column and says how it is sorted", () => {
  show({});
  expect(screen.getByRole("columnheader", { name: "Name" }).getAttribute("aria-sort")).toBe("ascending");
  expect(
    within(screen.getByRole("columnheader", { name: "Name" }))
      .getByRole("link")
      .getAttribute("href"),
  ).toBe("/users?sort=-name");
});

test("rows of one group have a title, which the keyboard skips", () => {
  const groups = ["Today", "Today", "Yesterday"];
  const link = (row: Row) => (
    <a className="primary-cell" href={`/users/${row.id}`}>
      {row.name}
    </a>
  );
  show(
    {},
    {
      rowGroup: ({ id }) => groups[id - 1] ?? "",
      columns: [{ key: "name", label: "Name", narrow: "first", cell: link }],
    },
  );
  const titles = screen.getAllByRole("rowheader");
  expect(titles.map(({ textContent }) => textContent)).toEqual(["Today", "Yesterday"]);
  const rows = screen.getAllByRole("row").map(({ textContent }) => textContent);
  expect(rows.slice(1).map((text) => text?.replace(/Actions.*/, ""))).toEqual([
    "Today",
    "Person 1",
    "Person 2",
    "Yesterday",
    "Person 3",
  ]);
  for (const name of ["Person 1", "Person 2", "Person 3"]) {
    fireEvent.keyDown(document, { key: "j" });
    expect(document.activeElement?.textContent).toBe(name);
  }
});

test("exports and pages keep the view", () => {
  show({ q: "ada", search: "q=ada", pages: 3, total: 60 });
  expect(href("CSV, for spreadsheets")).toBe("/users.csv?q=ada");
  expect(href("JSON, for programs")).toBe("/users.json?q=ada");
  expect(href("Next")).toBe("/users?q=ada&page=2");
});

test("active filters can be removed one by one, or all at once", () => {
  const role = { ...plain.filters[0]!, value: "HR Manager" };
  show({ q: "ada", filters: [role], search: "q=ada&role=HR+Manager" });
  expect(href("Remove the filter “ada”")).toBe("/users?role=HR+Manager");
  expect(href("Remove the filter Role: HR Manager")).toBe("/users?q=ada");
  expect(href("Clear")).toBe("/users");
});

test("a search keeps filters, sorting and page size, and goes to the first page", () => {
  show({ search: "role=HR+Manager&sort=-name&size=50&page=2" });
  const form = screen.getByRole("searchbox", { name: "Search" }).closest("form")!;
  expect([...new FormData(form).keys()]).toEqual(["role", "sort", "size", "q"]);
});

test("a filter's button opens links that set it and keep everything else", () => {
  show({ q: "ada", search: "q=ada&sort=-name&page=2" });
  const chip = screen.getByRole("button", { name: "Role" });
  const panel = document.getElementById(chip.getAttribute("popovertarget")!)!;
  const link = within(panel).getByRole("link", { name: "HR Manager", hidden: true });
  expect(link.getAttribute("href")).toBe("/users?q=ada&sort=-name&role=HR+Manager");
});

test("what the tabs set is not repeated as a filter", () => {
  show({ tabs: { name: "role", items: [{ value: "", title: "All", count: 3 }] } });
  expect(screen.queryByRole("button", { name: "Role" })).toBeNull();
  cleanup();
  show({ tabs: { name: "role", items: [] }, filters: [{ ...plain.filters[0]!, value: "HR Manager" }] });
  expect(screen.queryByRole("link", { name: "Clear" })).toBeNull();
});

test("the first and the last day of a range are one filter", () => {
  const day: Pick<ListFilter, "type" | "label" | "options"> = { type: "date", label: "Placed", options: [] };
  const from = { ...day, name: "from", end: "from", value: "2026-11-01" } as const;
  const to = { ...day, name: "to", end: "to", value: "2026-11-21" } as const;
  show({ filters: [from, to], search: "from=2026-11-01&to=2026-11-21&sort=name" });
  expect(href("Remove the filter Placed: 1 Nov 2026 – 21 Nov 2026")).toBe("/users?sort=name");
  const form = screen.getByLabelText("From").closest("form")!;
  expect([...new FormData(form)]).toEqual([
    ["sort", "name"],
    ["from", "2026-11-01"],
    ["to", "2026-11-21"],
  ]);
  cleanup();
  const linked: ListFilter = { name: "placed", type: "link", label: "Placed", value: "", options: [] };
  show({ filters: [from, { ...to, value: "" }, linked], search: "from=2026-11-01" });
  expect(screen.getAllByRole("button", { name: /^Placed/ })).toHaveLength(1);
  expect(href("Remove the filter Placed: from 1 Nov 2026")).toBe("/users");
});

test("a text filter is edited in place, with its current value", () => {
  const company: ListFilter = { name: "company", label: "Company", type: "text", value: "Acme", options: [] };
  show({ filters: [company], search: "company=Acme&page=2" });
  const form = screen.getByLabelText("Company", { selector: "input" }).closest("form")!;
  expect([...new FormData(form)]).toEqual([["company", "Acme"]]);
});

test("hidden columns are not rendered, and can be shown again", () => {
  const columns = ["name", "phone"].map((key) => ({
    key,
    label: key,
    narrow: key === "name" ? ("first" as const) : undefined,
    cell: () => key,
  }));
  const heads = () => screen.getAllByRole("columnheader").map((head) => head.textContent);
  show({}, { columns });
  expect(heads()).toContain("phone");
  cleanup();
  show({}, { columns }, undefined, { hidden: { "/users": ["phone", "name"] } });
  expect(heads()).not.toContain("phone");
  expect(heads()).toContain("name");
  const shown = (name: string) => screen.getByRole("button", { name, hidden: true });
  expect(shown("phone").getAttribute("aria-pressed")).toBe("false");
  expect(shown("phone").getAttribute("value")).toBe("/users +phone");
  expect(shown("Comfortable").getAttribute("aria-pressed")).toBe("true");
});

const bar = () => screen.getByRole("region", { name: "Selection", hidden: true }).textContent;

test("ticked rows show their total if there are several", () => {
  show({}, { rowAmount: ({ id }) => id * 1000 });
  fireEvent.click(screen.getByLabelText("Select Person 2"));
  expect(bar()).not.toContain("$");
  fireEvent.click(screen.getByLabelText("Select Person 3"));
  expect(bar()).toContain("$50.00");
  cleanup();
  show({ selectAll: true, total: 312 }, { rowAmount: () => 1000 });
  expect(bar()).toContain("312 selected");
  expect(bar()).not.toContain("$");
});

test("the selection of all matches shows the same total as the footer, once it is known", () => {
  const all = { selectAll: true, total: 312, sums: [{ label: "Total", value: 1_234_500, as: "money" as const }] };
  show(all, { rowAmount: () => 1000 });
  expect(bar()).toContain("312 selected $12,345.00");
  cleanup();
  show({ ...all, sums: [] }, { rowAmount: () => 1000 });
  expect(bar()).not.toContain("$");
  cleanup();
  show(all); // a list without totals
  expect(bar()).not.toContain("$");
  cleanup();
  show({ ...all, total: 1 }, { rowAmount: () => 1000 });
  expect(bar()).not.toContain("$");
});

const ticked = () =>
  screen
    .getAllByRole<HTMLInputElement>("checkbox", { checked: true })
    .flatMap(({ name, value }) => (name === "ids" ? value : []));

test("a click with Shift selects all rows from the last one, in either direction", () => {
  show({});
  const box = (id: number) => screen.getByLabelText(`Select Person ${id}`);
  fireEvent.click(box(3));
  fireEvent.click(box(1), { shiftKey: true });
  expect(ticked()).toEqual(["1", "2", "3"]);
  fireEvent.click(box(2), { shiftKey: true });
  expect(ticked()).toEqual(["3"]);
  for (const id of [1, 3, 3]) fireEvent.click(box(id));
  expect(ticked()).toEqual(["1", "3"]);
  fireEvent.click(box(1), { shiftKey: true });
  expect(screen.queryAllByRole("checkbox", { checked: true })).toEqual([]);
});

describe("keyboard shortcuts of a list", () => {
  const linked = [
    {
      key: "name",
      label: "Name",
      cell: (row: Row) => (
        <a className="primary-cell" href={`#${row.id}`}>
          {row.name}
        </a>
      ),
    },
  ];
  const press = (key: string, target: Element = document.activeElement ?? document.body) =>
    fireEvent.keyDown(target, { key });

  test("j and k move from row to row, and x ticks", () => {
    show({}, { columns: linked });
    press("j");
    expect(document.activeElement?.textContent).toBe("Person 1");
    press("j");
    press("j");
    press("j");
    expect(document.activeElement?.textContent).toBe("Person 3");
    press("k");
    press("x");
    expect(selection()).toMatchObject({ ids: "2" });
    press("x");
    expect(selection()).not.toHaveProperty("ids");
  });

  test("Escape clears the selection", () => {
    show({}, { columns: linked });
    press("j");
    press("x");
    press("Escape");
    expect(selection()).not.toHaveProperty("ids");
  });

  test("the line below the list names only shortcuts that have an effect there", () => {
    const named = (...given: Parameters<typeof show>) => {
      cleanup();
      show(...given);
      return [...document.querySelectorAll("kbd")].map((key) => key.textContent).join(" ");
    };
    const whole: Partial<ListScreenProps<Row>> = { columns: linked, rowEdit: ({ id }) => `/users/${id}` };
    expect(named({}, whole)).toBe("j k ↵ x e c ?");
    expect(named({}, { ...whole, rowEdit: undefined, bulk: undefined })).toBe("j k ↵ c ?");
    expect(named({ mayChange: false, create: undefined }, whole)).toBe("j k ↵ ?");
    expect(named({ create: undefined }, { ...whole, createHref: "/users/create" })).toBe("j k ↵ x e c ?");
    expect(named({ trash: true }, whole)).toBe("j k ↵ x ?");
    expect(named({}, whole, undefined, { shortcuts: "off" })).toBe("");
  });

  test("none of them works while typing, with Ctrl, or when shortcuts are off", () => {
    show({}, { columns: linked });
    const box = screen.getByRole("searchbox");
    box.focus();
    press("j");
    expect(document.activeElement).toBe(box);
    box.blur();
    fireEvent.keyDown(document.body, { key: "j", ctrlKey: true });
    expect(document.activeElement).toBe(document.body);
    cleanup();
    show({}, { columns: linked }, undefined, { shortcuts: "off" });
    press("j");
    expect(document.activeElement).toBe(document.body);
  });
});

test("the form sends the ticked rows and the way back", () => {
  show({ search: "page=2", page: 2 });
  fireEvent.click(screen.getByLabelText("Select Person 2"));
  expect(selection()).toEqual({ formOwner: "", back: "/users?page=2", ids: "2", last: "41" });
});

const head = () => screen.getByRole("checkbox", { name: "Select all 3 on this page" });
const tickedRows = () => document.querySelectorAll("input[name=ids]:checked").length;

test("the header's checkbox ticks all rows of the page, or none", () => {
  show({});
  fireEvent.click(head());
  expect(tickedRows()).toBe(3);
  fireEvent.click(head());
  expect(tickedRows()).toBe(0);
});

test("the header's checkbox says whether none, some or all rows of the page are ticked", () => {
  show({});
  expect(head().getAttribute("aria-checked")).toBe("false");
  fireEvent.click(screen.getByLabelText("Select Person 2"));
  expect(head().getAttribute("aria-checked")).toBe("mixed");
  fireEvent.click(head());
  expect(head().getAttribute("aria-checked")).toBe("true");
});

test("Space ticks the page instead of scrolling it", () => {
  show({});
  const scrolls = fireEvent.keyDown(head(), { key: " " });
  expect(scrolls).toBe(false);
  expect(tickedRows()).toBe(3);
});

test("without scripts the header's checkbox is a link to all matches; scripts make it a checkbox", async () => {
  const box = (
    <SelectAll view={{ ...plain, total: 312 }} noun={{ many: "users" }} rows={3} ticked={0} onTick={() => {}} />
  );
  const page = document.body.appendChild(document.createElement("div"));
  page.innerHTML = renderToString(box);
  const link = screen.getByRole("link", { name: "Select all 312 users that match" });
  expect(link.getAttribute("href")).toBe("/users?page=1&select=all");
  const wrong: unknown[] = [];
  const root = await act(() => hydrateRoot(page, box, { onRecoverableError: (error) => wrong.push(error) }));
  expect(head()).toBe(link);
  expect(wrong).toEqual([]);
  act(() => root.unmount());
  page.remove();
});

test("when a whole page of a longer list is ticked, selecting all matches is offered", () => {
  show({ total: 312, everything: 312, pages: 13 });
  fireEvent.click(head());
  expect(screen.getByText(/The 3 users on this page are selected/)).toBeTruthy();
  expect(href("Select all 312 users that match")).toBe("/users?page=1&select=all");
});

test("with everything selected the form sends the number that was shown, and single rows cannot be changed", () => {
  show({ selectAll: true, total: 312, everything: 312, pages: 13, search: "q=a" });
  expect(screen.getByText(/All 312 users that match are selected/)).toBeTruthy();
  expect(
    within(screen.getAllByRole("columnheader")[0]!).getByRole("link", { name: "Select none" }).getAttribute("href"),
  ).toBe("/users?q=a&page=1");
  expect(screen.getByLabelText<HTMLInputElement>("Select Person 1").disabled).toBe(true);
  expect(selection()).toEqual({ formOwner: "", back: "/users?q=a", all: "312", last: "41" });
});

test("Enter in a checkbox presses no button, or without scripts one that shows the list", () => {
  show({});
  expect(fireEvent.keyDown(screen.getByLabelText("Select Person 1"), { key: "Enter" })).toBe(false);
  const first = document.querySelector<HTMLButtonElement>(
    "form.selectable button[type=submit], form.selectable button:not([type])",
  );
  expect(["formmethod", "formaction", "name"].map((name) => first?.getAttribute(name))).toEqual([
    "get",
    "/users",
    null,
  ]);
});

test("the trash offers to restore, a way back, and nothing else", () => {
  show({ trash: true, search: "trash=1" });
  const bar = screen.getByRole("region", { name: "Selection", hidden: true });
  expect(
    within(bar)
      .getAllByRole("button", { hidden: true })
      .map((button) => button.getAttribute("aria-label")),
  ).toEqual(["Restore", "Clear selection"]);
  expect(href("Back to users")).toBe("/users");
  expect(screen.queryByRole("link", { name: "Create user" })).toBeNull();
});

test("a list without actions has nothing to select", () => {
  show({}, { bulk: undefined });
  expect(document.querySelector("form.selectable")).toBeNull();
  expect(screen.queryAllByRole("checkbox")).toHaveLength(0);
});

test("a link that selects all applies immediately, while its page is still loading", async () => {
  const under = (selectAll: boolean, to: string) => {
    show({ total: 312, selectAll }, { children: <Link to={to}>Go</Link> }, () => new Promise(() => {}));
    fireEvent.click(screen.getByRole("link", { name: "Go" }));
  };
  under(false, "/users?page=1&select=all");
  await waitFor(() => expect(bar()).toContain("312 selected"));
  expect(selection()).toMatchObject({ all: "312" });
  cleanup();
  under(true, "/users?page=1");
  await waitFor(() => expect(bar()).not.toContain("312"));
  expect(selection()).not.toHaveProperty("all");
  cleanup();
  under(true, "/users?page=2");
  await act(async () => {});
  expect(bar()).toContain("312 selected");
});

test("clearing the selection of all matches ticks no row", async () => {
  show({ total: 312, selectAll: true }, { children: <Link to="/users?page=1">Go</Link> }, () => new Promise(() => {}));
  expect(tickedRows()).toBe(3);
  fireEvent.click(screen.getByRole("link", { name: "Go" }));
  await waitFor(() => expect(tickedRows()).toBe(0));
  fireEvent.click(screen.getByLabelText("Select Person 2"));
  document.querySelector<HTMLFormElement>("form.selectable")?.reset();
  expect(tickedRows()).toBe(0);
});

test("an empty list, one without matches, an empty trash and an error look different", () => {
  const none = { rows: [] as Row[] };
  show({ total: 0, everything: 0 }, none);
  expect(screen.getByRole("heading", { name: "No users yet" })).toBeTruthy();
  show({ total: 0, everything: 17, q: "mahogany", search: "q=mahogany" }, none);
  expect(screen.getByRole("heading", { name: "No user matches “mahogany”" })).toBeTruthy();
  expect(screen.getByText("Try another word, or look through all 17.")).toBeTruthy();
  show({ total: 0, everything: 2000, everythingMore: true, q: "ebony", search: "q=ebony" }, none);
  expect(screen.getByText("Try another word, or look through all 2,000+.")).toBeTruthy();
  show({ total: 0, everything: 0, trash: true, search: "trash=1" }, none);
  expect(screen.getByRole("heading", { name: "The trash is empty" })).toBeTruthy();
  show({ failed: "The users could not be read." }, none);
  expect(screen.getByRole("alert").textContent).toContain("The users could not be read.");
});

test("a list whose rows are only imported has the import as its primary button", () => {
  show({ create: undefined, importHref: "/users/import" });
  const buttons = [...document.querySelectorAll(".page-head .btn")];
  const filled = buttons.filter(({ className }) => !/btn-(outline|ghost|secondary)/.test(className));
  expect(filled.map(({ textContent }) => textContent)).toEqual(["Import users"]);
  expect(buttons.at(-1)).toBe(filled[0]);
  cleanup();
  show({ importHref: "/users/import" });
  expect(screen.getByRole("link", { name: "Import" }).className).toContain("btn-outline");
});

test("users who may not change rows are offered nothing that would be refused", () => {
  show({ mayChange: false, create: undefined });
  for (const name of ["Create user", "Import", "Trash"]) expect(screen.queryByRole("link", { name })).toBeNull();
  expect(screen.queryByRole("button", { name: "Delete", hidden: true })).toBeNull();
  expect(screen.queryByRole("button", { name: /^Actions for/ })).toBeNull();
  expect(screen.queryAllByRole("checkbox")).toEqual([]);
  expect(href("CSV, for spreadsheets")).toBe("/users.csv");
});
