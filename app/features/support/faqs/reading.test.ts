import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db, write } from "db";
import { addDays } from "db/dates";
import { type Faq, faqMisses, faqReads, faqs, faqVotes, type User } from "db/schema";
import { today } from "~/core/values/today.server";
import { findAll } from "~/features/search/find.server";
import { suggestFaqs } from "./suggest.server";
import { letIn } from "~/testing/client";
import { cast, fillDisk, testDatabase } from "~/testing/database";
import { get, post, run, signedIn as as } from "~/testing/requests";
import { addFaqs, addTickets } from "~/testing/support";
import { loader as link } from "./faq-link";
import { loader as page } from "./faqs";
import { action as forget } from "./forget";
import { maxMisses } from "./limits";
import { mostReadFaqs, type ShownFaq } from "./published.server";
import { action as read } from "./read";
import { searchFaqs } from "./search.server";
import { countMiss, misses } from "./tallies.server";
import { action as vote } from "./vote";

testDatabase();

const { ada, ben } = cast;
interface Page {
  faqs: ShownFaq[];
  meant: string;
  partial: boolean;
  topics: { topic: string; count: number }[];
  tickets?: { latest: { subject: string }[]; all: { text: string; href: string } };
  open?: number;
}
const open = async (search = "", by = ada, headers = {}) =>
  (await run<Page>(page, await as(get(`/support/faqs${search}`, headers), by))).data;
const missed = async () => (await misses()).map(({ query, count }) => [query, count]);

describe("a search for FAQs", () => {
  beforeEach(async () => {
    await addFaqs(
      { question: "Crème or not?", answer: "As you like, with a *refund*.", position: 5 },
      { question: "Can I have a refund?", answer: "For the crème, yes.", position: 9 },
      { question: "Refund of a crème", answer: "Later", status: "Draft" },
      { question: "Refund of a crème", answer: "Never", deletedAt: new Date() },
      { question: "Something else", answer: "Refund", position: 1 },
    );
  });

  it("finds published answers with every word, those with more of them in the question first", async () => {
    const questions = async (q: string) => (await searchFaqs(ada, q)).map(({ faq }) => faq.question);
    expect(await questions("REFUND creme?")).toEqual(["Crème or not?", "Can I have a refund?"]);
    expect(await questions("refund")).toEqual(["Can I have a refund?", "Something else", "Crème or not?"]);
    expect(await questions("refund elephant")).toEqual([]);
    expect(await questions("100% _")).toEqual([]);
    expect(await questions("??")).toEqual([]);
    expect(await searchFaqs(ada, "refund", 1)).toHaveLength(1);
  });

  it("corrects typing errors, and says so", async () => {
    await addFaqs(
      { question: "Where are my receipts?", answer: "Beside the invoice." },
      { question: "I forgot my password", answer: "Set a new one." },
    );
    const asked = async (q: string) =>
      (({ meant, faqs }) => ({ meant, questions: faqs.map(({ question }) => question) }))(
        await open(`?q=${encodeURIComponent(q)}`),
      );
    expect(await asked("recipt")).toEqual({ meant: "receipt", questions: ["Where are my <mark>receipt</mark>s?"] });
    expect(await asked("forgot my passwrod")).toEqual({
      meant: "forgot my password",
      questions: ["I <mark>forgot</mark> <mark>my</mark> <mark>password</mark>"],
    });
    expect(await asked("receipt")).toMatchObject({ meant: "receipt" });
    expect(await asked("zzzzzz")).toEqual({ meant: "zzzzzz", questions: [] });
    expect(await missed()).toEqual([["zzzzzz", 1]]);
  });

  it("answers a full question with entries about some of its words, and counts it as unanswered", async () => {
    await addFaqs(
      { question: "How do I change my password?", answer: "In your settings.", topic: "Sign-in and security" },
      { question: "Can a password be shared?", answer: "Better not." },
    );
    const found = async (q: string) =>
      (({ partial, faqs }) => ({ partial, questions: faqs.map(({ question }) => question) }))(
        await open(`?q=${encodeURIComponent(q)}`),
      );
    const asked = "please tell me: how can I change the password";
    expect(await found(asked)).toEqual({
      partial: true,
      questions: ["How do I <mark>change</mark> my <mark>password</mark>?", "Can a <mark>password</mark> be shared?"],
    });
    expect(await missed()).toEqual([["please tell me how can i change the password", 1]]);
    expect(await found("change my password")).toMatchObject({ partial: false });
    expect(await found("how can I")).toMatchObject({ partial: false });
  });

  it("marks matches in question, snippet and answer", async () => {
    const [found] = await searchFaqs(ada, "refund creme");
    expect(found).toMatchObject({
      question: "<mark>Crème</mark> or not?",
      snippet: "As you like, with a <mark>refund</mark>.",
      answer: "<p>As you like, with a <em><mark>refund</mark></em>.</p>\n",
    });
  });

  it("a search for FAQs also finds the user's own tickets, and nobody else's", async () => {
    await addTickets(
      { subject: "My refund", requesterId: ada.id },
      { subject: "Ben's refund", requesterId: ben.id },
      { subject: "Thanks", requesterId: ada.id },
    );
    const { tickets } = await open("?q=refund");
    expect(tickets?.latest.map(({ subject }) => subject)).toEqual(["My refund"]);
    expect(tickets?.all).toEqual({ text: "1 ticket", href: `/support/tickets?requester=${ada.id}&q=refund` });
    expect((await open("")).tickets).toBeUndefined();
  });

  it("a search for FAQs without results is counted as one, however it is written", async () => {
    await open("?q=Gift+Cards");
    await open("?q=gift%20%20c%C3%A1rds!", ben);
    await open("?q=refund");
    await open("?q=%3F%3F");
    expect(await missed()).toEqual([["gift cards", 2]]);
  });

  it("is not counted for a prefetch, and not stored if it contains a card number", async () => {
    await open("?q=elephants", ada, { "Sec-Purpose": "prefetch;prerender" });
    await open("?q=4242+4242+4242+4242");
    expect(await missed()).toEqual([]);
  });

  it("is answered even if it cannot be counted", async () => {
    await open("?q=warm"); // signing in writes, too
    const request = await as("/support/faqs?q=elephants", ada);
    await fillDisk();
    expect((await run<Page>(page, request)).data.faqs).toEqual([]);
  });

  it("is stored up to a maximum length, and up to a maximum number", async () => {
    await countMiss("often");
    await countMiss("often");
    const at = (index: number) => new Date(Date.UTC(2026, 0, 1) + index);
    await write(
      async (tx) =>
        void (await tx
          .insert(faqMisses)
          .values(
            Array.from({ length: maxMisses - 1 }, (_, index) => ({ query: `q${index}`, count: 1, lastAt: at(index) })),
          )),
    );
    await countMiss("new ".repeat(100) + "x".repeat(300));
    const kept = await misses();
    expect(kept).toHaveLength(maxMisses);
    expect(kept.map(({ query }) => query)).toEqual(expect.arrayContaining(["often", "q1"]));
    expect(kept.some(({ query }) => query === "q0")).toBe(false);
    expect(Math.max(...kept.map(({ query }) => query.length))).toBeLessThanOrEqual(100);
  });

  it("can be removed from the list of failed searches", async () => {
    await countMiss("gift cards");
    const answer = await run(forget, await as(post("/support/faqs/searches/remove", { query: "gift cards" }), ada));
    expect(answer.location).toBe("/support/faqs/searches");
    expect(await missed()).toEqual([]);
  });
});

describe("the page of FAQs", () => {
  it("shows the published answers in order, of all topics or of one, with the topic's number of them", async () => {
    await addFaqs(
      { question: "Second & last", position: 2 },
      { question: "First", position: 1 },
      { topic: "Data and export" },
      { status: "Draft" },
      { deletedAt: new Date() },
    );
    const { topics } = await open();
    expect(topics.map(({ count }) => count)).toEqual([0, 2, 0, 0, 0, 1]);
    for (const { topic, count } of topics)
      expect((await open(`?${new URLSearchParams({ topic }).toString()}`)).faqs).toHaveLength(count);
    expect((await open("?topic=Orders+and+returns")).faqs.map(({ question }) => question)).toEqual([
      "First",
      "Second &amp; last",
    ]);
    expect((await open("?topic=Weather&open=2")).faqs).toHaveLength(3);
  });
});

describe("a FAQ for the team only", () => {
  beforeEach(() =>
    addFaqs({ question: "Refund for customers" }, { question: "Refund for colleagues", status: "Team only" }),
  );
  const reads = async (person: User) => {
    const on = async (search: string) => (await run<Page>(page, await as(`/support/faqs${search}`, person))).data;
    const all = await on("");
    return {
      page: all.faqs.map(({ question }) => question),
      topics: all.topics.map(({ count }) => count).reduce((sum, count) => sum + count),
      found: (await on("?q=refund")).faqs.length,
      most: (await mostReadFaqs(person)).faqs.some(({ id }) => id === 2),
      suggested: (await suggestFaqs(person, "refund")).length,
      link: (await run(link, await as("/support/faqs/2", person), { id: "2" })).status,
      vote: (await run(vote, await as(post("/support/faqs/2/vote", { helpful: "yes" }), person), { id: "2" })).status,
    };
  };

  it("can be read by everyone except clients, for whom it does not exist", async () => {
    const team = {
      page: ["Refund for customers", "Refund for colleagues"],
      topics: 2,
      found: 2,
      most: true,
      suggested: 2,
      link: 302,
      vote: 303,
    };
    expect(await reads(ada)).toEqual(team);
    expect(await reads(await letIn(cast.rex, "staff", { sales: "view" }))).toEqual(team);
    const client = await letIn(cast.ban);
    expect(await reads(client)).toEqual({
      page: ["Refund for customers"],
      topics: 1,
      found: 1,
      most: false,
      suggested: 1,
      link: 404,
      vote: 404,
    });
    expect((await findAll("refund", 5, client)).groups.flatMap(({ hits }) => hits.map(({ title }) => title))).toEqual([
      "Refund for customers",
    ]);
  });
});

describe("a vote for a FAQ", () => {
  let faq: Faq;
  beforeEach(async () => {
    [faq] = (await addFaqs({})) as [Faq];
  });
  const say = async (by: typeof ada, helpful: string, fields = {}) =>
    run(vote, await as(post(`/support/faqs/${faq.id}/vote`, { helpful, ...fields }), by), { id: String(faq.id) });

  it("counts once for each user, who can change or withdraw it", async () => {
    for (const helpful of ["yes", "yes", "no"]) await say(ada, helpful);
    await say(ben, "yes");
    expect((await open()).faqs).toMatchObject([{ yes: 1, no: 1, mine: false }]);
    expect((await open("", ben)).faqs).toMatchObject([{ mine: true }]);
    await say(ada, "none");
    expect((await open()).faqs[0]).toMatchObject({ yes: 1, no: 0, mine: undefined });
    expect(await db.select().from(faqVotes)).toHaveLength(1);
  });

  it("leads back to the answer, and nowhere else", async () => {
    expect((await say(ada, "yes")).location).toBe(`/support/faqs?open=${faq.id}#faq-${faq.id}`);
    expect((await say(ada, "yes", { back: "/support?open=1#faq-1" })).location).toBe("/support?open=1#faq-1");
    expect((await say(ada, "yes", { back: "https://evil.example" })).location).toBe(
      `/support/faqs?open=${faq.id}#faq-${faq.id}`,
    );
    expect((await say(ada, "perhaps")).status).toBe(400);
  });

  it("is possible only for FAQs that the user can read", async () => {
    await write(async (tx) => void (await tx.update(faqs).set({ status: "Draft" }).where(eq(faqs.id, faq.id))));
    expect((await say(ada, "yes")).status).toBe(404);
  });
});

describe("reading a FAQ", () => {
  const follow = async (id: number, headers = {}) =>
    run(link, await as(get(`/support/faqs/${id}`, headers), ada), { id: String(id) });

  it("reading a FAQ by its link opens it among the others, and counts for the day", async () => {
    const [faq, draft] = (await addFaqs({}, { status: "Draft" })) as [Faq, Faq];
    expect((await follow(faq.id)).location).toBe(`/support/faqs?open=${faq.id}#faq-${faq.id}`);
    await follow(faq.id, { Purpose: "prefetch" });
    expect((await run(read, await as(post(`/support/faqs/${faq.id}/read`), ben), { id: String(faq.id) })).status).toBe(
      204,
    );
    expect(await db.select().from(faqReads)).toEqual([{ faqId: faq.id, day: today(), count: 2 }]);
    expect((await follow(draft.id)).status).toBe(404);
    await run(read, await as(post("/support/faqs/99/read"), ben), { id: "99" });
    expect(await db.select().from(faqReads)).toHaveLength(1);
  });

  it("reading a FAQ in the last seven days decides which are most asked, and then the helpful votes", async () => {
    const all = await addFaqs(
      { question: "Old" },
      { question: "Tied" },
      { question: "Helpful" },
      { question: "Most" },
      { question: "Never" },
      { question: "Draft", status: "Draft" },
    );
    const id = (question: string) => all.find((faq) => faq.question === question)?.id ?? 0;
    const days = (question: string, ...counts: [ago: number, count: number][]) =>
      counts.map(([ago, count]) => ({ faqId: id(question), day: addDays(today(), -ago), count }));
    await write(async (tx) => {
      await tx
        .insert(faqReads)
        .values([
          ...days("Old", [7, 100]),
          ...days("Tied", [0, 2]),
          ...days("Helpful", [6, 2]),
          ...days("Most", [1, 2], [2, 1]),
          ...days("Draft", [0, 50]),
        ]);
      await tx.insert(faqVotes).values([{ faqId: id("Helpful"), userId: ada.id, helpful: true }]);
    });
    const asked = await mostReadFaqs(ada);
    expect([asked.read, asked.faqs.map(({ question }) => question)]).toEqual([true, ["Most", "Helpful", "Tied"]]);
  });

  it("reading a FAQ without any reads leaves the most helpful ones", async () => {
    const [, second] = (await addFaqs({ question: "First" }, { question: "Second" })) as [Faq, Faq];
    await write(
      async (tx) => void (await tx.insert(faqVotes).values({ faqId: second.id, userId: ben.id, helpful: true })),
    );
    const asked = await mostReadFaqs(ada);
    expect([asked.read, asked.faqs.map(({ question }) => question)]).toEqual([false, ["Second", "First"]]);
  });
});
