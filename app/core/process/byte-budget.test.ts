import { expect, it } from "vitest";
import { ByteBudget } from "./byte-budget.server";
import { QueueFull } from "./fair-queue.server";

const person = (key: string) => ({ key, isKnown: true });
const budget = () => new ByteBudget({ maxPerKey: 60, maxTotal: 200, fullMessage: "Wait." });

it("the budget refuses a requester's bytes above their limit, and those of nobody else", () => {
  const bytes = budget();
  bytes.take(person("ada"), 40);
  bytes.take(person("ada"), 20);
  expect(() => bytes.take(person("ada"), 1)).toThrow(new QueueFull("Wait."));
  bytes.take(person("ben"), 60);
});

it("the budget keeps half of the total for requesters who have taken no bytes yet", () => {
  const bytes = budget();
  for (const key of ["ada", "ben"]) bytes.take(person(key), 45);
  expect(() => bytes.take(person("ada"), 15)).toThrow(QueueFull);
  for (const key of ["cy", "dan"]) bytes.take(person(key), 50);
  expect(() => bytes.take(person("eva"), 11)).toThrow(QueueFull);
  bytes.take(person("eva"), 10);
});

it("the budget takes bytes back only once", () => {
  const bytes = budget();
  const giveBack = bytes.take(person("ada"), 60);
  giveBack();
  giveBack();
  bytes.take(person("ada"), 60);
  expect(() => bytes.take(person("ada"), 1)).toThrow(QueueFull);
});
