import { eq, lt, sql, type SQL } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { write } from "db";
import { userRoles, userStatuses } from "db/lookups";
import { type User, users } from "db/schema";
import { cast, testDatabase } from "~/testing/database";
import { get } from "~/testing/requests";
import { userResource } from "~/features/users/users.server";
import { activeFilters, listHref, sortHref } from "./list";
import { batches, idBatches } from "./batches.server";
import { sumMatching } from "./counting.server";
import { listPage } from "./list-plan.server";
import { listView } from "./list-view.server";
import type { Listing, ListQuery } from "./listing.server";
import { parseListQuery, readId } from "./list-query.server";

const { listing } = userResource;

testDatabase({ empty: true });

const query = (search: string) => parseListQuery(listing, new URLSearchParams(search));
const view = async (search: string) => (await listView(listing, get(`/users?${search}`))).view;
const add = (people: Partial<User>[]) =>
  write(async (tx) => {
    for (const [index, person] of people.entries()) {
      const values = { ...cast.dan, id: index + 1, name: `Person ${index}`, email: `p${index}@example.com`, ...person };
      await tx.insert(users).values(values);
    }
  });
const names = async (search: string) => (await listPage(listing, query(search))).rows.map((row) => row.name);

describe("a list's address", () => {
  it("is parsed whatever it contains", () => {
    const value = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("__proto__", "constructor", "toString", "-", "-createdAt", "1e9", "%", "\0"),
    );
    const name = fc.oneof(
      fc.constantFrom(
        "q",
        "role",
        "status",
        "sort",
        "page",
        "size",
        "trash",
        "select",
        "menu",
        "__proto__",
        "toString",
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
        const read = parseListQuery(listing, new URLSearchParams(pairs));
        expect(Object.keys(listing.sorts)).toContain(read.sort.key);
        expect([10, 25, 50, 100]).toContain(read.size);
        expect(read.page).toBeGreaterThanOrEqual(1);
        expect(Object.keys(read.filters).every((filter) => Object.hasOwn(listing.filters, filter))).toBe(true);
      }),
    );
  });

  it("uses the default sorting for names that only look like columns", () => {
    for (const sort of ["__proto__", "constructor", "-toString", "uid", ""])
      expect(query(`sort=${sort}`).sort).toEqual({ key: "createdAt", descending: true });
  });

  it("limits the length of a search", () => {
    expect(query("q=a%00b").q).toBe("ab");
    expect(query(`q=${"x".repeat(500)}`).q).toHaveLength(200);
    expect([query("select=all").selectAll, query("select=1").selectAll]).toEqual([true, false]);
  });

  it("reads filters in any letter case and with spaces, and ignores unknown values", async () => {
    expect(query("status=aCtIvE").filters).toEqual({ status: "Active" });
    expect(query("status=Nonsense&role=").filters).toEqual({});
    expect([query("status=+active").filters, (await view("status=+active")).notes]).toEqual([{ status: "Active" }, []]);
    expect((await view("status=+nonsense")).notes).toEqual([
      "“nonsense” is not one of the choices. The filter “Status” is ignored.",
    ]);
  });

  it("reports which of its values were ignored", async () => {
    const people = {
      ...listing,
      filters: { ...listing.filters, from: { label: "Made", type: "date", end: "from", by: () => undefined } },
    } satisfies Listing<typeof users>;
    const notes = async (search: string) => (await listView(people, get(`/users?${search}`))).view.notes;
    expect(await notes("from=2026-02-30")).toEqual([
      "“2026-02-30” is not a date such as 2026-11-21. The filter “Made” is ignored.",
    ]);
    expect(await notes("visited=yesterday")).toEqual([
      "“yesterday” is not a range such as 2026-11-01..2026-11-21. The filter “Visited” is ignored.",
    ]);
    expect(await notes(`status=${"x".repeat(400)}`)).toEqual([
      `“${"x".repeat(40)}” is not one of the choices. The filter “Status” is ignored.`,
    ]);
    expect(await notes("from=&visited=&status=+&role=&from=2026-02-28&other=1")).toEqual([]);
    expect(await notes("from=2026-02-28&visited=2026-02-28..&status=active")).toEqual([]);
  });

  it("swaps a range of days given backwards", async () => {
    const day = { label: "Made", type: "date", by: () => undefined } as const;
    const people = {
      ...listing,
      filters: { ...listing.filters, from: { ...day, end: "from" }, to: { ...day, end: "to" } },
    } satisfies Listing<typeof users>;
    const { view } = await listView(people, get("/users?from=2026-11-20&to=2026-10-01"));
    expect(view.search).toBe("from=2026-10-01&to=2026-11-20");
  });

  it("filters by a record's name, and reports a missing one", async () => {
    const people = {
      ...listing,
      filters: {
        ...listing.filters,
        friend: {
          label: "Friend",
          type: "record",
          title: async (id) => `Number ${id}`,
          named: (written) => (written === "Ann" ? { id: 7 } : { problem: `“${written}” is nobody here.` }),
          by: () => undefined,
        },
      },
    } satisfies Listing<typeof users>;
    const shown = async (search: string) => (await listView(people, get(`/users?${search}`))).view;
    const byName = await shown("friend=+Ann");
    expect(byName.search).toBe("friend=7");
    expect(byName.filters.find(({ name }) => name === "friend")).toMatchObject({
      type: "record",
      value: "7",
      options: [{ value: "7", title: "Number 7" }],
    });
    const unknown = await shown("friend=Bob");
    expect(unknown.search).toBe("");
    expect(unknown.notes).toEqual(["“Bob” is nobody here. The filter “Friend” is ignored."]);
  });

  it("means the same after it is written and parsed again", async () => {
    await add(Array.from({ length: 120 }, () => ({})));
    const search = fc.record(
      {
        q: fc.constantFrom("person", "", "p 1"),
        status: fc.constantFrom(...userStatuses.map((status) => status.value)),
        role: fc.constantFrom(...userRoles.map((role) => role.value)),
        sort: fc.constantFrom("name", "-name", "createdAt", "-createdAt"),
        size: fc.constantFrom("10", "25", "100"),
        page: fc.constantFrom("1", "2", "99"),
        trash: fc.constant("1"),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(search, async (params) => {
        const first = await view(new URLSearchParams(params).toString());
        expect((await view(first.search)).search).toBe(first.search);
        expect(query(first.search)).toMatchObject({
          ...query(new URLSearchParams(params).toString()),
          page: first.page,
        });
      }),
      { numRuns: 50 },
    );
  });
});

describe("searching", () => {
  beforeEach(() =>
    add([
      { name: "100% Wool" },
      { name: "Under_score" },
      { name: "O'Brien \\ Sons" },
      { name: "Plain" },
      { name: "Ünïcode Söze" },
    ]),
  );

  it("finds %, _, quotes and backslashes literally", async () => {
    expect(await names("q=%25")).toEqual(["100% Wool"]);
    expect(await names("q=_")).toEqual(["Under_score"]);
    expect(await names("q=" + encodeURIComponent("o'b"))).toEqual(["O'Brien \\ Sons"]);
    expect(await names("q=" + encodeURIComponent("\\"))).toEqual(["O'Brien \\ Sons"]);
  });

  it("ignores case and accents, also beyond ASCII", async () => {
    await write(
      async (tx) =>
        void (await tx.insert(users).values({ ...cast.dan, id: 90, name: "Mateo Álvarez", email: "m@example.com" })),
    );
    for (const q of ["alvarez", "ÁLVAREZ", "álvarez", "A\u0301lvarez", "MATEO alv"])
      expect(await names(`q=${encodeURIComponent(q)}`)).toEqual(["Mateo Álvarez"]);
    expect(await names("q=unicode+SOZE")).toEqual(["Ünïcode Söze"]);
  });

  it("requires every word, each in any column", async () => {
    expect(await names("q=plain+norway")).toEqual(["Plain"]);
    expect(await names("q=plain+sweden")).toEqual([]);
    expect(await names("q=plainp3")).toEqual([]);
    expect(await names("q=p+pl+pla+plai+plain+l+la+lai+lain+a+sweden")).toEqual(["Plain"]);
  });

  it("finds nothing in a list without searchable columns", async () => {
    const { view } = await listView({ ...listing, search: [], index: undefined }, get("/users?q=ada"));
    expect([view.total, view.failed]).toEqual([0, undefined]);
  });

  it("does not fail for any text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 400 }), async (q) => {
        expect((await listPage(listing, query(new URLSearchParams({ q }).toString()))).total).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 100 },
    );
  });
});

describe("a search that very many rows match", () => {
  /** Adds more users than a search returns, all with the same word; the oldest also has a two-letter word. */
  const addMany = () =>
    write(async (tx) => {
      tx.run(
        sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 5200) insert into users (id, name, email, role, status) select i, 'Common ' || i, i || '@example.com', iif(i = 1, 'qz', ''), iif(i % 2, 'Active', 'Banned') from n`,
      );
    });

  it("covers the newest matches, and says so", async () => {
    await addMany();
    const { rows, view: shown } = await listView(listing, get("/users?q=common&sort=name&page=40"));
    expect(shown).toMatchObject({
      total: 1_000,
      more: true,
      page: 40,
      pages: 40,
      notes: [expect.stringContaining("More than 1,000 have these words, so this is about the newest 1,000")],
    });
    expect(rows).toHaveLength(25);
    expect(shown.tabs?.items.slice(0, 3)).toEqual([
      expect.objectContaining({ count: 1_000, more: true }),
      expect.objectContaining({ value: "Active", count: 500, more: true }),
      expect.objectContaining({ value: "Banned", count: 500, more: true }),
    ]);
    expect((await view("q=common+qz")).total).toBe(0);
  });

  it("counts, exports and selects all matches on request", async () => {
    await addMany();
    expect((await view("q=common&select=all")).total).toBe(5_200);
    expect((await view("q=common+qz&select=all")).total).toBe(1);
    let exported = 0;
    for await (const rows of batches(listing, query("q=common&status=Banned"))) exported += rows.length;
    expect(exported).toBe(2_600);
    expect((await batches(listing, query("q=common+qz")).next()).value).toHaveLength(1);
  });
});

describe("a search that more rows match than are read", () => {
  /** Adds users of which the oldest thirty are deleted. */
  const addSome = () =>
    write(async (tx) => {
      tx.run(
        sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 1500) insert into users (id, name, email, role, status, deleted_at) select i, 'Common ' || i, i || '@example.com', iif(i % 2, 'jo', ''), 'Active', iif(i <= 30, 1, null) from n`,
      );
    });
  const summed = {
    ...listing,
    sums: async (query: ListQuery) => [
      { label: "Numbers", as: "number" as const, value: await sumMatching(listing, query, users.id) },
    ],
  };

  it("sums all matches on request", async () => {
    await addSome();
    const { view: shown } = await listView(summed, get("/users?q=common&exact=1"));
    expect((await view("q=common&select=all")).notes).toEqual([]);
    expect(shown).toMatchObject({
      total: 1470,
      more: undefined,
      notes: [],
      sums: [{ value: (1500 * 1501 - 30 * 31) / 2 }],
    });
  });

  it("counts all matches on the other tabs if the chosen tab is quick to count", async () => {
    await write(async (tx) => {
      tx.run(
        sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 2400) insert into users (id, name, email, role, country, status) select i, 'Common ' || i, i || '@example.com', 'IT Support', '', iif(i > 2380, 'Banned', 'Active') from n`,
      );
    });
    const unkept = { ...listing, storedSums: undefined };
    const people = async (search: string) => {
      const { rows, view: shown } = await listView(unkept, get(`/users?${search}`));
      return {
        rows: rows.length,
        total: shown.total,
        more: shown.more,
        tabs: shown.tabs?.items.map(({ count, more }) => (more ? `${count}+` : count)),
      };
    };
    const search = "status=Banned&role=IT+Support";
    expect(await people(search)).toMatchObject({
      rows: 20,
      total: 20,
      more: undefined,
      tabs: ["2000+", "2000+", 20, "0+", "0+"],
    });
    expect(await people(`${search}&exact=1`)).toEqual({
      rows: 20,
      total: 20,
      more: undefined,
      tabs: [2_400, 2_380, 20, 0, 0],
    });
  });

  it("counts all matches on its tabs on request", async () => {
    await write(async (tx) => {
      tx.run(
        sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 5200) insert into users (id, name, email, role, status) select i, 'Common ' || i, i || '@example.com', '', iif(i % 2, 'Active', iif(i % 4, 'Banned', 'Pending')) from n`,
      );
    });
    const tabs = async (search: string) =>
      (await view(search)).tabs?.items.map(({ count, more }) => (more ? `${count}+` : count));
    expect(await tabs("q=common")).toEqual(["1000+", "500+", "250+", "250+", "0+"]);
    for (const search of ["q=common&exact=1", "q=common&select=all", "q=common&exact=1&status=Active"])
      expect(await tabs(search), search).toEqual([5_200, 2_600, 1_300, 1_300, 0]);
  });

  it("shows the rows that it counts if only older ones match", async () => {
    await addSome();
    expect((await view("q=common&trash=1")).more).toBe(true);
    const { rows, view: shown } = await listView(listing, get("/users?q=common&trash=1&exact=1"));
    expect([shown.total, rows.length, shown.pages]).toEqual([30, 25, 2]);
  });

  it("a search of two letters covers the same rows in the list, in selections and in exports", async () => {
    await addSome();
    let exported = 0;
    for await (const rows of batches(listing, query("q=jo"))) exported += rows.length;
    expect([
      (await view("q=jo")).total,
      (await view("q=jo&select=all")).total,
      (await view("q=jo&exact=1")).total,
      exported,
    ]).toEqual([500, 500, 500, 500]);
    expect(await view("q=jo")).toMatchObject({
      notes: ["Words of one or two letters are looked for in the newest 1,000 only."],
      searchLeft: false,
    });
  });
});

describe("a search without index hits", () => {
  const unindexed = { ...listing, index: undefined };
  const people = (search: string) => listView(unindexed, get(`/users?${search}`));

  it("scans the newest rows, says so, and scans all rows on request", async () => {
    await write(async (tx) => {
      tx.run(
        sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 1700) insert into users (id, name, email, role, status) select i * 3, iif(i <= 60, 'Early ', 'Late ') || i, i || '@example.com', '', iif(i % 2, 'Active', 'Banned') from n`,
      );
    });
    const { view: shown } = await people("q=early");
    expect(shown).toMatchObject({
      total: 0,
      searchLeft: true,
      notes: ["Words are looked for in the newest 1,000 only."],
    });
    const { rows, view: searched } = await people("q=early&exact=1&page=3");
    expect(searched).toMatchObject({ total: 60, page: 3, searchLeft: false, notes: [] });
    expect(rows).toHaveLength(10);
    expect((await people("q=early&select=all")).view.total).toBe(60);
    expect((await people("q=late+1700")).view).toMatchObject({
      total: 1,
      tabs: { items: expect.arrayContaining([expect.objectContaining({ value: "Banned", count: 1 })]) },
    });
  });

  it("mentions no older rows if there are none", async () => {
    await add([{ name: "Ada" }, { name: "Ben" }]);
    expect((await people("q=ada")).view).toMatchObject({ total: 1, searchLeft: false, notes: [] });
  });
});

describe("a list of only some rows", () => {
  it("shows, counts and exports no other rows for any query", async () => {
    await add([{ role: "IT Support" }, {}, { role: "IT Support", status: "Banned" }]);
    const some = { ...listing, scope: eq(users.role, "IT Support") };
    const { rows, view } = await listView(some, get("/users?status=Banned&q=person"));
    expect([rows.map(({ id }) => id), view.everything, view.tabs?.items[0]?.count]).toEqual([[3], 2, 2]);
    expect((await batches(some, query("")).next()).value).toHaveLength(2);
    expect((await idBatches(some, query("")).next()).value).toEqual([1, 3]);
  });
});

describe("pages", () => {
  beforeEach(() =>
    add(
      Array.from({ length: 27 }, (_, index) => ({
        name: `N${index % 5}`,
        createdAt: new Date(1_700_000_000_000 + (index % 3)),
      })),
    ),
  );

  it("show every row exactly once, also with many equal values", async () => {
    for (const sort of ["name", "-name", "createdAt", "-createdAt", "status"]) {
      const pages = await Promise.all(
        [1, 2, 3].map((page) => listPage(listing, query(`sort=${sort}&size=10&page=${page}`))),
      );
      expect(new Set(pages.flatMap((page) => page.rows.map((row) => row.id))).size).toBe(27);
    }
  });

  it("past the end show the last page", async () => {
    expect(await listPage(listing, query("size=10&page=99"))).toMatchObject({ page: 3, pages: 3, rows: { length: 7 } });
  });

  it("have the same rows in the same order as exports", async () => {
    for (const sort of ["name", "-name", "createdAt", "-createdAt"]) {
      const page = await listPage(listing, query(`sort=${sort}&size=100`));
      const all = [];
      for await (const rows of batches(listing, query(`sort=${sort}`))) all.push(...rows.map((row) => row.id));
      expect(all).toEqual(page.rows.map((row) => row.id));
    }
  });
});

describe("sorting", () => {
  it("sorts accented letters beside their base letters", async () => {
    await add([
      { name: "Zoe" },
      { name: "Álvaro" },
      { name: "bert" },
      { name: "Eva" },
      { name: "Émile" },
      { name: "alma" },
    ]);
    expect(await names("sort=name")).toEqual(["alma", "Álvaro", "bert", "Émile", "Eva", "Zoe"]);
    expect(await names("sort=-name")).toEqual(["Zoe", "Eva", "Émile", "bert", "Álvaro", "alma"]);
  });
});

describe("an id", () => {
  const named = { ...listing, table: Object.assign(Object.create(listing.table) as typeof users, { id: users.email }) };

  it("is a number where the table's are", () => {
    expect([readId(listing, "12"), readId(listing, 12)]).toEqual([12, 12]);
    for (const id of [
      "",
      "0",
      "-1",
      "1.5",
      "1e3",
      "abc",
      "9".repeat(30),
      0,
      -1,
      1.5,
      NaN,
      1e30,
      true,
      [1],
      null,
      new File([], "x"),
    ])
      expect(readId(listing, id)).toBeUndefined();
  });

  it("is a text where the table's are", () => {
    expect(readId(named, "inv-0012_A")).toBe("inv-0012_A");
    for (const id of ["", "a b", "../x", "x".repeat(65), 12, null]) expect(readId(named, id)).toBeUndefined();
  });
});

describe("reading everything", () => {
  it("reads every row if the sorted column may be null", async () => {
    await add(
      Array.from({ length: 1203 }, (_, index) => ({
        image: index % 3 ? null : `/samples/users/É${index % 9}.svg`,
        deletedAt: index % 4 ? null : new Date(1_700_000_000_000 + (index % 5)),
      })),
    );
    const whole: Listing<typeof users> = { ...listing, sorts: { image: users.image, deletedAt: users.deletedAt } };
    for (const [sort, search] of [
      ["image", ""],
      ["-image", ""],
      ["deletedAt", ""],
      ["-deletedAt", ""],
      ["image", "trash=1"],
    ] as const) {
      const asked = parseListQuery(whole, new URLSearchParams(`sort=${sort}&${search}`));
      const ids: number[] = [];
      for await (const rows of batches(whole, asked)) ids.push(...rows.map((row) => row.id));
      const all: number[] = [];
      for (let page = 1; page <= 13; page++) {
        const { rows } = await listPage(whole, { ...asked, size: 100, page });
        for (const row of rows) if (!all.includes(row.id)) all.push(row.id);
      }
      expect(ids).toEqual(all);
    }
  });

  it("reads across batches without losing or repeating a row", async () => {
    await add(
      Array.from({ length: 1203 }, (_, index) => ({
        name: `n${index % 7}`,
        createdAt: new Date(1_700_000_000_000 + (index % 4)),
      })),
    );
    for (const sort of ["-createdAt", "name", "-name", "id"]) {
      const ids = [];
      for await (const rows of batches(listing, query(`sort=${sort}`))) ids.push(...rows.map((row) => row.id));
      expect(ids.length).toBe(1203);
      expect(new Set(ids).size).toBe(1203);
    }
  });
});

describe("a view", () => {
  beforeEach(() =>
    add([
      { status: "Active" },
      { status: "Active" },
      { status: "Banned" },
      { status: "Pending", deletedAt: new Date() },
    ]),
  );

  it("counts the rows of each tab under the other filters", async () => {
    const { tabs, total, everything } = await view("status=Banned");
    expect(tabs?.items.map((tab) => [tab.title, tab.count])).toEqual([
      ["All", 3],
      ["Active", 2],
      ["Banned", 1],
      ["Pending", 0],
      ["Rejected", 0],
    ]);
    expect({ total, everything }).toEqual({ total: 1, everything: 3 });
  });

  const counted = async (filters: Listing<typeof users>["filters"], tabs: string, search = "") => {
    const { rows, view } = await listView({ ...listing, filters, tabs }, get(`/users?${search}`));
    return {
      shown: rows.length,
      filters: view.filters.map(({ value }) => value),
      tabs: view.tabs?.items.map(({ title, count }) => `${title} ${count}`),
    };
  };

  it("counts and finds free text in any letter case", async () => {
    await write(async (tx) => {
      for (const [id, role] of [
        [1, "Shipping"],
        [2, "SHIPPING"],
        [3, "new"],
        [4, "new"],
      ] as const)
        await tx.update(users).set({ role }).where(eq(users.id, id));
    });
    const options = [
      { value: "shipping", title: "Shipping" },
      { value: "New", title: "New" },
      { value: "return", title: "Return" },
    ];
    const filters = { stage: { label: "Stage", options, by: users.role, anyCase: true } };
    expect(await counted(filters, "stage", "stage=SHIPPing")).toEqual({
      shown: 2,
      filters: ["shipping"],
      tabs: ["All 3", "Shipping 2", "New 1", "Return 0"],
    });
    expect((await counted(filters, "stage", "stage=new&trash=1")).shown).toBe(1);
    expect(await counted({ stage: { ...filters.stage, anyCase: false } }, "stage")).toMatchObject({
      tabs: ["All 3", "Shipping 0", "New 0", "Return 0"],
    });
  });

  it("counts filters without a column by each option's condition", async () => {
    const options = [
      { value: "banned", title: "Banned" },
      { value: "early", title: "Early" },
      { value: "any", title: "Whatever" },
    ];
    const conditions: Record<string, SQL> = { banned: eq(users.status, "Banned"), early: lt(users.id, 3) };
    const filters = { ...listing.filters, odd: { label: "Odd", options, by: (value: string) => conditions[value] } };
    expect(await counted(filters, "odd", "odd=Early")).toMatchObject({
      shown: 2,
      tabs: ["All 3", "Banned 1", "Early 2", "Whatever 3"],
    });
    expect((await counted(filters, "odd", "odd=early&q=nobody")).tabs).toEqual([
      "All 0",
      "Banned 0",
      "Early 0",
      "Whatever 0",
    ]);
    expect((await counted(filters, "odd", "status=Active")).tabs).toEqual([
      "All 2",
      "Banned 0",
      "Early 2",
      "Whatever 2",
    ]);
  });

  it("a view of an unreadable query says so, and keeps its filters", async () => {
    const broken: Listing<typeof users> = {
      ...listing,
      filters: { ...listing.filters, odd: { label: "Odd", options: userRoles, by: () => sql`no_such_function()` } },
    };
    const { rows, view } = await listView(
      broken,
      get(`/users?q=a&status=Active&odd=${encodeURIComponent(userRoles[0]?.value ?? "")}`),
    );
    expect(rows).toEqual([]);
    expect(view.failed).toMatch(/could not be read/);
    expect(activeFilters(view)).toHaveLength(3);
  });

  it("a view of the trash shows only trashed rows", async () => {
    expect(await view("trash=1")).toMatchObject({ trash: true, total: 1, everything: 1 });
    expect(await view("trash=1&q=nobody")).toMatchObject({ total: 0, everything: 1 });
  });

  it("has links that change one value and keep the others", async () => {
    const shown = await view("status=Active&size=10&q=person");
    expect(listHref(shown, { page: 2 })).toBe("/users?q=person&status=Active&size=10&page=2");
    expect(listHref(shown, { status: null })).toBe("/users?q=person&size=10");
    expect(listHref({ path: "/users", search: "q=a&page=3&select=all" }, { sort: "name" })).toBe(
      "/users?q=a&sort=name",
    );
    expect(listHref(shown, {}, ".csv")).toBe("/users.csv?q=person&status=Active&size=10");
    expect(sortHref(shown, "name")).toBe("/users?q=person&status=Active&size=10&sort=name");
    expect(activeFilters(shown).map((chip) => chip.label)).toEqual(["“person”", "Status: Active"]);
  });

  it("reverses the sorting when it is pressed again", async () => {
    expect(sortHref(await view("sort=name"), "name")).toBe("/users?sort=-name");
    expect(sortHref(await view("sort=-name"), "name")).toBe("/users?sort=name");
  });
});
