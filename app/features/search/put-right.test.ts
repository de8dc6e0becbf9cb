/**
 * Tests that typing errors are corrected only by records that the reader may see, so that suggestions reveal nothing
 * else.
 */
import { beforeEach, describe, expect, it } from "vitest";
import type { User } from "db/schema";
import { faqResource } from "~/features/support/faqs/faqs.server";
import { findFaqs } from "~/features/support/faqs/search.server";
import { suggestFaqs } from "~/features/support/faqs/suggest.server";
import { ticketResource } from "~/features/support/tickets/tickets.server";
import { listingFor } from "~/core/list/reach.server";
import { listView } from "~/core/list/list-view.server";
import { letIn } from "~/testing/client";
import { cast, testDatabase } from "~/testing/database";
import { addProducts } from "~/testing/products";
import { addOrder } from "~/testing/orders";
import { withAccess } from "~/testing/people";
import { get } from "~/testing/requests";
import { addFaqs } from "~/testing/support";
import { addTicket } from "~/testing/tickets";
import { whereReadableBy } from "~/features/support/faqs/published.server";
import { userResource } from "~/features/users/users.server";
import { findAll } from "./find.server";

testDatabase();
const { ada, ben, dan, pia } = cast;

const meantBy = async (me: User, q: string) =>
  (({ q, groups }) => ({ q, found: groups.flatMap(({ hits }) => hits.map(({ title }) => title)) }))(
    await findAll(q, 5, me),
  );

/** Two misspellings, each one letter away from the nearest known word and from a word in another user's record. */
const typed = ["kestrul", "kestrol"];

describe("a client's search", () => {
  let client: User;
  beforeEach(async () => {
    client = await letIn(pia);
  });

  it.each(typed)("is put right by their own records, whatever others have asked: %s", async (q) => {
    await addTicket(client, { subject: "The kestral parcel" });
    for (const subject of ["A kestrol", "Another kestrol"]) await addTicket(dan, { subject });
    expect(await meantBy(client, q)).toEqual({ q: "kestral", found: ["The kestral parcel"] });
  });

  it("is put right by no word of others' orders, of the directory, or of products", async () => {
    await addTicket(client, { subject: "The kestral parcel" });
    await userResource.create(ada, { name: "Kestrol", email: "kestrol@example.com", role: "", status: "Active" });
    await userResource.change(ada, dan.id, { name: "Dan Kestrol" });
    await addOrder({ customerId: dan.id });
    await addProducts({ title: "Kestrol" });
    for (const q of typed) expect(await meantBy(client, q)).toEqual({ q: "kestral", found: ["The kestral parcel"] });
  });

  it.each(typed)("is put right by no answer that they may not read: %s", async (q) => {
    await addFaqs(
      { question: "What is a kestral?" },
      { question: "A kestrol", status: "Draft" },
      { question: "The kestrol", status: "Team only" },
      { question: "No kestrol", deletedAt: new Date() },
    );
    expect(await meantBy(client, q)).toEqual({ q: "kestral", found: ["What is a kestral?"] });
    expect((await findFaqs(client, q)).q).toBe("kestral");
  });
});

describe("typing errors are forgiven", () => {
  it("typing errors are forgiven in a client's own list of tickets", async () => {
    const client = await letIn(pia);
    const ticket = await addTicket(client, { subject: "The kestrel parcel" }, "It holds a barometer.");
    await addTicket(dan, { subject: "A kestrol" }, "And a barameter.");
    const own = listingFor(ticketResource.listing, client);
    const { rows } = await listView(own, get("/support/tickets?q=kestral"), client.id);
    expect(rows.map(({ id }) => id)).toEqual([ticket.id]);
  });

  it("typing errors are forgiven in the list of tickets and everywhere, by what messages say", async () => {
    await addTicket(dan, { subject: "Parcel" }, "It holds a barometer.");
    const { rows } = await listView(ticketResource.listing, get("/support/tickets?q=barometre"), ada.id);
    expect(rows.map(({ subject }) => subject)).toEqual(["Parcel"]);
    expect(await meantBy(ada, "barometre")).toEqual({ q: "barometer", found: ["Parcel"] });
  });

  it("typing errors are forgiven in two words whose corrections never occur in one record, in lists, everywhere and in answers", async () => {
    await addTicket(dan, { subject: "The kestral holds it" }, "A barometer.");
    await addTicket(dan, { subject: "A kestral with a barometer" });
    for (const subject of ["A kestrol", "Another kestrol", "One more kestrol"]) await addTicket(dan, { subject });
    const q = "kestrul baromter";
    const { rows, view } = await listView(
      ticketResource.listing,
      get(`/support/tickets?${new URLSearchParams({ q })}`),
      ada.id,
    );
    expect([view.q, rows.map(({ subject }) => subject)]).toEqual(["kestral barometer", ["A kestral with a barometer"]]);
    expect((await meantBy(ada, q)).found).toEqual(["A kestral with a barometer"]);
    await addFaqs(
      { question: "Has a kestral a barometer?" },
      { question: "A kestrol" },
      { question: "Which kestrol?" },
    );
    expect((await findFaqs(ada, q)).found.map(({ faq }) => faq.question)).toEqual(["Has a kestral a barometer?"]);
  });

  it("typing errors are forgiven where a client is offered answers before they ask", async () => {
    await addFaqs({ question: "How do I return a barometer?" }, { question: "What does shipping cost?" });
    const client = await letIn(pia);
    const offered = async (asked: string) => (await suggestFaqs(client, asked)).map(({ question }) => question);
    expect(await offered("My barometre is broken")).toEqual(["How do I return a barometer?"]);
    expect(await offered("shiping")).toEqual(["What does shipping cost?"]);
    expect(await offered("zebra crossings")).toEqual([]);
  });
});

describe("whole words come before parts of words", () => {
  it("whole words come before parts of words of records, their kinds and answers", async () => {
    await addProducts({ title: "Motivation vatman" }, { title: "Deactivation kit", code: "K-2" });
    await addFaqs({ question: "Account deactivation" }, { question: "Where is the VAT on my invoice?" });
    const { groups } = await findAll("vat", 5, ada);
    expect(groups.map(({ kind, hits }) => [kind, hits.map(({ title }) => title)])).toEqual([
      ["faqs", ["Where is the VAT on my invoice?", "Account deactivation"]],
      ["products", ["Motivation vatman", "Deactivation kit"]],
    ]);
    expect((await findFaqs(ada, "vat")).found.map(({ faq }) => faq.question)).toEqual([
      "Where is the VAT on my invoice?",
      "Account deactivation",
    ]);
  });

  it("whole words come before parts of words also where very many newer records have parts of them", async () => {
    await addProducts({ title: "The VAT guide" });
    for (let number = 1; number <= 40; number++)
      await addProducts({ title: `Deactivation ${number}`, code: `D-${number}` });
    expect((await findAll("vat", 5, ada)).groups[0]?.hits[0]?.title).toBe("The VAT guide");
  });
});

describe("the search of staff", () => {
  it.each(typed)("is put right by what their areas show: %s", async (q) => {
    const support = await withAccess(ben, "staff", { support: "view" });
    await addTicket(dan, { subject: "The kestral parcel" });
    await addProducts({ title: "Kestrol" }, { title: "Another kestrol", code: "K-2" });
    await userResource.create(ada, { name: "Kestrol", email: "kestrol@example.com", role: "", status: "Active" });
    expect(await meantBy(support, q)).toEqual({ q: "kestral", found: ["The kestral parcel"] });
  });

  it.each(typed)("is put right by their own tickets and no others without the area: %s", async (q) => {
    const sales = await withAccess(ben, "staff", { sales: "view" });
    await addTicket(sales, { subject: "The kestral parcel" });
    for (const subject of ["A kestrol", "Another kestrol"]) await addTicket(dan, { subject });
    await addFaqs({ question: "A kestrol", status: "Draft" });
    expect(await meantBy(sales, q)).toEqual({ q: "kestral", found: ["The kestral parcel"] });
    expect((await findFaqs(sales, q)).q).toBe(q);
  });

  it("knows the words of answers for the team", async () => {
    const sales = await withAccess(ben, "staff", { sales: "view" });
    await addFaqs({ question: "The kestral", status: "Team only" });
    expect((await findFaqs(sales, "kestrul")).q).toBe("kestral");
  });
});

it("a list of some rows is put right by these alone", async () => {
  await addFaqs({ question: "What is a kestral?" }, { question: "A kestrol", status: "Draft" });
  const { rows, view } = await listView(
    { ...faqResource.listing, scope: whereReadableBy(await letIn(pia)) },
    get("/support/faqs/manage?q=kestrol"),
  );
  expect([view.q, rows.map(({ question }) => question)]).toEqual(["kestral", ["What is a kestral?"]]);
});
