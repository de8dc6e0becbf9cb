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

describe("the emoji", () => {
  test("are all characters that Unicode recommends, as they are drawn in colour", () => {
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

  test("each stand in a group, and in no group there is one in a skin tone of its own", () => {
    expect(new Set(all.map(({ group }) => group))).toEqual(new Set(emojiGroups));
    const shown = emojiGroups.flatMap((group) => emojiIn(all, group));
    expect(shown.length).toBeGreaterThan(1500);
    expect(shown.filter(({ char }) => /\p{Emoji_Modifier}/u.test(char))).toEqual([]);
  });

  test("have other names only where there is such an emoji", () => {
    expect(Object.keys(alsoCalled).filter((name) => !named(name))).toEqual([]);
  });

  test("are called by words", () => {
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
  test("finds what is called so first, then what begins so, then what has the words", () => {
    expect(find("rocket")[0]).toBe("🚀");
    expect(find("fire").slice(0, 3)).toEqual(["🔥", "🧑\u200D🚒", "🚒"]);
    expect(find("FACE grinning")).toContain("😀");
    expect(find("gri fac")).toContain("😀");
  });

  test("knows what people mean, and the groups", () => {
    expect(find("happy")).toContain("😀");
    expect(find("delivery")).toContain("🚚");
    expect(find("drink")).toContain("☕");
  });

  test("has skin tones only for who names one", () => {
    expect(find("waving hand")).toEqual(["👋"]);
    expect(find("waving hand dark")).toEqual(expect.arrayContaining(["👋🏿", "👋🏾"]));
    expect(find("waving hand dark")).not.toContain("👋");
  });

  test("of a character finds itself, with or without its selector", () => {
    expect([find("😀"), find("\u2764"), find(" \u2764\uFE0F ")]).toEqual([["😀"], ["❤️"], ["❤️"]]);
  });

  test.each(["", "   ", "\uFE0F", "---", "\0", "constructor", "nobody calls one this", "x".repeat(1000)])(
    "of %j finds none",
    (q) => {
      expect(find(q)).toEqual([]);
    },
  );

  test("forgives an error in a word of four letters and more, and says so", () => {
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

  test("says what came of it", () => {
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

  test("are for people who are signed in", async () => {
    expect((await run(page, get("/emoji"))).location).toMatch(/^\/login/);
    expect((await run(list, get("/emoji.json"))).location).toMatch(/^\/login/);
  });

  test("show a group, the first unless the address names another", async () => {
    expect(await show("")).toMatchObject({ group: "Smileys & Emotion", found: 169 });
    expect((await show("?group=Food+%26+Drink")).emoji.map(({ char }) => char)).toContain("🍪");
    expect((await show("?group=constructor")).group).toBe("Smileys & Emotion");
  });

  test("show what a search finds, 160 at most, and say how many there are", async () => {
    const { emoji, found, group } = await show("?q=people");
    expect([emoji.length, group]).toEqual([160, undefined]);
    expect(found).toBeGreaterThan(160);
    expect((await show(`?q=${"x".repeat(10_000)}`)).q).toHaveLength(200);
  });

  test("hand out all of them, which browsers may keep, with the hosts that are set", async () => {
    const answer = await withConfig({ iconHosts: ["https://icons.example.com"] }, async () =>
      run<{ emoji: Emoji[]; hosts: string[] }>(list, await signedIn("/emoji.json", cast.ada)),
    );
    expect([answer.data.emoji.length, answer.data.hosts]).toEqual([all.length, ["https://icons.example.com"]]);
    expect(answer.headers.get("Cache-Control")).toBe("private, max-age=86400");
  });
});
