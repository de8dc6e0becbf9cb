import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { FormFields, FormState } from "~/lib/form-state";
import { moneyText, percentText } from "~/lib/money";
import { type LiveSums, sumsOfForm } from "./live";
import type { Offered } from "./pick.server";

/**
 * What a form comes to while it is filled in. Put `onInput` on what surrounds the fields: it adds up, and fills in what is known
 * of a customer or a product that was chosen. `recount` is for rows that come and go.
 */
export function useLive(shown: FormFields, form: FormState | undefined, { people, products }: Offered) {
  const box = useRef<HTMLDivElement>(null);
  const [sums, setSums] = useState<LiveSums>(() => sumsOfForm(form?.fields ?? shown));
  const recount = useCallback(() => setSums((before) => sumsOfBox(box) ?? before), []);
  useEffect(recount, [form, recount]); // browsers bring back what was typed before a page was left

  function onInput({ target }: FormEvent) {
    if (target instanceof HTMLInputElement) {
      const row = /^(lines\.\d+)\.product$/.exec(target.name)?.[1];
      if (target.name === "customer") fillContact(target, people);
      if (row) fillLine(target, row, products);
    }
    recount();
  }
  return { box, sums, onInput, recount };
}

function sumsOfBox(box: RefObject<HTMLDivElement>): LiveSums | undefined {
  const form = box.current?.closest("form");
  if (!form) return undefined;
  const texts = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return sumsOfForm(Object.fromEntries(texts));
}

/** A product that was chosen says its title, price and discount; a title that somebody wrote stays. */
function fillLine(field: HTMLInputElement, row: string, products: Offered["products"]) {
  const product = products.find(({ text }) => text === field.value);
  if (!product) return;
  fill(field, `${row}.title`, product.title, products.map(({ title }) => title));
  put(field, `${row}.price`, moneyText(product.price));
  put(field, `${row}.discount`, percentText(product.discount));
}

/** How to reach a customer that was chosen; what somebody wrote stays. */
function fillContact(field: HTMLInputElement, people: Offered["people"]) {
  const person = people.find(({ text }) => text === field.value);
  if (!person) return;
  fill(field, "billingEmail", person.email, people.map(({ email }) => email));
  fill(field, "billingPhone", person.phone, people.map(({ phone }) => phone));
  fill(field, "billingAddress", person.country, people.map(({ country }) => country));
}

/** Writes into a field that is empty, or that has what another choice wrote there. */
function fill(beside: HTMLInputElement, name: string, text: string, others: string[]) {
  const field = fieldOf(beside, name);
  if (field && (field.value.trim() === "" || others.includes(field.value))) field.value = text;
}

function put(beside: HTMLInputElement, name: string, text: string) {
  const field = fieldOf(beside, name);
  if (field) field.value = text;
}

function fieldOf(beside: HTMLInputElement, name: string) {
  const field = beside.form?.elements.namedItem(name);
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : undefined;
}
