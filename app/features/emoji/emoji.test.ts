import { describe, expect, test } from "vitest";
import { cast, testDatabase, withConfig } from "~/testing/database";
import { get, run, signedIn } from "~/testing/requests";
import { alsoCalled } from "./also-called";
import { type Emoji, emojiGroups, emojiIn, emojiTitle, findEmoji } from "./emoji";
import { allEmoji } from "./emoji.server";
import { loader as list } from "./emoji-list";
import { loader as page } from "./emoji-page";
import { foundText } from "./result-text";

testDatabase();

const all = await allEmoji();
const find = (q: string) => findEmoji(all, q).emoji.map(({ char }) => char);
const named = (name: string) => all.find((emoji) => emoji.name === name);

describe("the list of emoji", () => {
  test("contains all characters that Unicode recommends, with colour pictures", () => {
    const recommended = new RegExp("^\\p{RGI_Emoji}$", "v");
    expect(all.length).toBeGreaterThan(3000);
    expect(all.filter(({ char }) => !recommended.test(char))).toEqual([]);
    expect([named("red-heart")?.char, named("heart-on-fire")?.char, named("keycap-1")?.char]).toEqual([
      "\u2764\uFE0F",
      "\u2764\uFE0F\u200D\u{1F525}",
      "1\uFE0F\u20E3",
    ]);
    expect(named("victory-hand-dark")?.char).toBe("\u270C\u{1F3FF}");
  });

  test("has groups, and no group contains an emoji with a skin tone", () => {
    expect(new Set(all.map(({ group }) => group))).toEqual(new Set(emojiGroups));
    const shown = emojiGroups.flatMap((group) => emojiIn(all, group));
    expect(shown.length).toBeGreaterThan(1500);
    expect(shown.filter(({ char }) => /\p{Emoji_Modifier}/u.test(char))).toEqual([]);
  });

  test("has other names only for existing emoji", () => {
    expect(Object.keys(alsoCalled).filter((name) => !named(name))).toEqual([]);
  });

  test("has a name in words for each", () => {
    const title = (name: string) => emojiTitle(named(name) as Emoji);
    expect([
      title("grinning-face"),
      title("waving-hand-medium-dark"),
      title("backhand-index-pointing-left-light"),
    ]).toEqual([
      "grinning face",
      "waving hand, medium-dark skin tone",
      "backhand index pointing left, light skin tone",
    ]);
    expect(title("light-bulb")).toBe("light bulb");
  });
});

describe("a search for emoji", () => {
  test("finds exact names first, then names with that beginning, then names with the words", () => {
    expect(find("rocket")[0]).toBe("🚀");
    expect(find("fire").slice(0, 3)).toEqual(["🔥", "🧑\u200D🚒", "🚒"]);
    expect(find("FACE grinning")).toContain("😀");
    expect(find("gri fac")).toContain("😀");
  });

  test("finds by meaning, and by group", () => {
    expect(find("happy")).toContain("😀");
    expect(find("delivery")).toContain("🚚");
    expect(find("drink")).toContain("☕");
  });

  test("includes skin tones only if the search names one", () => {
    expect(find("waving hand")).toEqual(["👋"]);
    expect(find("waving hand dark")).toEqual(expect.arrayContaining(["👋🏿", "👋🏾"]));
    expect(find("waving hand dark")).not.toContain("👋");
  });

  test("a search for emoji for a character finds that emoji, with or without its variation selector", () => {
    expect([find("😀"), find("\u2764"), find(" \u2764\uFE0F ")]).toEqual([["😀"], ["❤️"], ["❤️"]]);
  });

  test.each(["", "   ", "\uFE0F", "---", "\0", "constructor", "nobody calls one this", "x".repeat(1000)])(
    "a search for emoji of %j finds none",
    (q) => {
      expect(find(q)).toEqual([]);
    },
  );

  test("corrects an error in a word of four letters or more, and says so", () => {
    const instead = (typed: string) => findEmoji(all, typed).q;
    expect(["rokcet", "ocket", "roccket", "rockat", "  Grining FACE"].map(instead)).toEqual([
      "rocket",
      "rocket",
      "rocket",
      "rocket",
      "grinning face",
    ]);
    expect(find("rokcet")).toEqual(find("rocket"));
    expect(["rocke", "rokcte", "dgo", "rocket", "2nh"].map(instead)).toEqual([
      "rocke",
      "rokcte",
      "dgo",
      "rocket",
      "2nh",
    ]);
    expect(foundText(2, " rokcet", "rocket")).toBe("Nothing is called “rokcet”, so this shows “rocket”: 2 emoji");
  });

  test("shows the number of results", () => {
    expect([foundText(0, "x"), foundText(12, "x"), foundText(400, "x"), foundText(3, " ")]).toEqual([
      "No emoji is called that. Try a plain word, such as heart, party or truck.",
      "12 emoji",
      "The first 160 of 400 emoji. Type more to narrow them down.",
      "Smileys & Emotion. Type to search all of them.",
    ]);
  });
});

describe("the pages of emoji", () => {
  interface Page {
    q: string;
    group?: string;
    found: number;
    emoji: Emoji[];
    hosts: string[];
  }
  const show = async (search: string) => (await run<Page>(page, await signedIn(`/emoji${search}`, cast.ada))).data;

  test("require a signed-in user", async () => {
    expect((await run(page, get("/emoji"))).location).toMatch(/^\/login/);
    expect((await run(list, get("/emoji.json"))).location).toMatch(/^\/login/);
  });

  test("show a group, the first unless the URL names another", async () => {
    expect(await show("")).toMatchObject({ group: "Smileys & Emotion", found: 169 });
    expect((await show("?group=Food+%26+Drink")).emoji.map(({ char }) => char)).toContain("🍪");
    expect((await show("?group=constructor")).group).toBe("Smileys & Emotion");
  });

  test("show at most 160 results of a search, and their number", async () => {
    const { emoji, found, group } = await show("?q=people");
    expect([emoji.length, group]).toEqual([160, undefined]);
    expect(found).toBeGreaterThan(160);
    expect((await show(`?q=${"x".repeat(10_000)}`)).q).toHaveLength(200);
  });

  test("serve the whole list, which browsers may cache, with the configured hosts", async () => {
    const answer = await withConfig({ iconHosts: ["https://icons.example.com"] }, async () =>
      run<{ emoji: Emoji[]; hosts: string[] }>(list, await signedIn("/emoji.json", cast.ada)),
    );
    expect([answer.data.emoji.length, answer.data.hosts]).toEqual([all.length, ["https://icons.example.com"]]);
    expect(answer.headers.get("Cache-Control")).toBe("private, max-age=86400");
  });
});
