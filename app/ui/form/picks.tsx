import { type MouseEvent, useEffect, useRef, useState } from "react";
import type { Offered, Suggestions } from "~/core/form/form-state";
import { isUnmodified } from "~/ui/typing";

/** Pause in typing before the server is asked, in milliseconds. */
const pause = 150;
const nothing: Suggestions = { offers: [], said: "" };
const failed: Suggestions = {
  offers: [],
  said: "Nothing could be looked up just now. What you type is read when you save.",
};

/**
 * The suggestions below a picker's field, which keeps the focus: arrows move in the list, Enter chooses, the first
 * entry by default, and Escape closes it.
 */
export function Picks({ input, from }: { input: HTMLInputElement; from: string }) {
  const [q, setQ] = useState(() =>
    input.value === input.defaultValue || input !== document.activeElement ? "" : input.value,
  ); // input typed while this was loading, if the field still has the focus
  const [{ offers, said }, setFound] = useState(nothing);
  const [at, setAt] = useState(-1);
  /** The input that the list belongs to, and whether Enter was pressed before it arrived. */
  const answered = useRef(input.defaultValue);
  const isWanted = useRef(false);
  const isOpen = offers.length > 0 || said !== "";
  const list = input.getAttribute("aria-controls") ?? "";

  useEffect(() => {
    setAt(-1);
    if (q.trim() === "") return setFound(nothing);
    const late = new AbortController();
    const timer = setTimeout(() => {
      ask(from, q, late.signal).then(
        (found) => {
          answered.current = q;
          if (found.offers.length === 0) isWanted.current = false;
          setFound(found);
          setAt(found.offers.length > 0 ? 0 : -1);
        },
        () => {
          if (late.signal.aborted) return;
          answered.current = q;
          isWanted.current = false;
          setFound(failed);
        },
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      late.abort();
    };
  }, [from, q]);

  useEffect(() => {
    input.setAttribute("aria-expanded", String(offers.length > 0));
    const active = document.getElementById(`${list}-${at}`);
    if (active) input.setAttribute("aria-activedescendant", active.id);
    else input.removeAttribute("aria-activedescendant");
    active?.scrollIntoView({ block: "nearest" });
  }, [input, offers, list, at]);

  const close = () => {
    answered.current = input.value;
    isWanted.current = false;
    setQ("");
    setFound(nothing);
  };
  const choose = (offered: Offered | undefined) => {
    if (!offered) return;
    input.value = offered.text;
    fillIn(input, offered);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    close();
  };

  /** Chooses on mouse down, because the list would be gone when the click ends. */
  const point = (event: MouseEvent<HTMLUListElement>) => {
    event.preventDefault();
    const item = (event.target as Element).closest("li");
    if (item && event.button === 0) choose(offers[[...event.currentTarget.children].indexOf(item)]);
  };

  useEffect(() => {
    if (isWanted.current && at >= 0) choose(offers[at]);
    const type = () => {
      isWanted.current = false; // further typing cancels the pending choice
      setQ(input.value);
    };
    const press = (event: KeyboardEvent) => {
      const { key } = event;
      if (!isUnmodified(event)) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[key];
      const isLate = input.value.trim() !== "" && input.value !== answered.current;
      if (!(step || (isOpen && key === "Escape") || ((isLate || at >= 0) && key === "Enter"))) return;
      event.preventDefault();
      event.stopPropagation();
      if (step && isOpen) setAt((at) => (at + step + offers.length + (at < 0 && step < 0 ? 1 : 0)) % offers.length);
      else if (step) type();
      else if (key === "Enter" && isLate) isWanted.current = true;
      else if (key === "Enter") choose(offers[at]);
      else close();
    };
    input.addEventListener("input", type);
    input.addEventListener("keydown", press);
    input.addEventListener("blur", close);
    return () => {
      input.removeEventListener("input", type);
      input.removeEventListener("keydown", press);
      input.removeEventListener("blur", close);
    };
  });

  return (
    <>
      {isOpen && (
        <div
          className="picks"
          ref={(box) => box?.style.setProperty("inset-block-start", `${input.offsetTop + input.offsetHeight + 4}px`)}
        >
          {offers.length > 0 && (
            <ul id={list} role="listbox" aria-label="Suggestions" tabIndex={-1} onMouseDown={point}>
              {offers.map(({ text, note }, index) => (
                <li
                  key={text}
                  id={`${list}-${index}`}
                  role="option"
                  aria-selected={index === at}
                  className={index === at ? "item on" : "item"}
                >
                  <bdi>{text}</bdi> <bdi className="text-sm text-muted">{note}</bdi>
                </li>
              ))}
            </ul>
          )}
          {said && <p className="palette-note">{said}</p>}
        </div>
      )}
      <p role="status" className="sr-only">
        {isOpen && `${offers.length} found. ${said}`}
      </p>
    </>
  );
}

/** Fills the other fields of the row, or of the form, with the chosen entry's values. */
function fillIn(picker: HTMLInputElement, { fills, sets }: Offered) {
  const beside = (name: string) => {
    const field = picker.form?.elements.namedItem(picker.name.replace(/[^.]*$/, name));
    return field instanceof Element && !(field instanceof HTMLButtonElement) ? (field as HTMLInputElement) : undefined;
  };
  for (const [name, text] of Object.entries(fills)) {
    const field = beside(name);
    if (field && isFree(picker, field))
      field.value = field.dataset.filled = picker.value === picker.defaultValue ? field.defaultValue : text; // the original choice restores the original value
  }
  for (const [name, text] of Object.entries(sets ?? {})) {
    const field = beside(name);
    if (field) field.value = text;
  }
}

/** Whether a field is empty, or unchanged since this or an earlier choice filled it. */
function isFree(
  picker: HTMLInputElement,
  { value, defaultValue, dataset }: HTMLInputElement | HTMLTextAreaElement,
): boolean {
  return value.trim() === "" || value === dataset.filled || (picker.defaultValue !== "" && value === defaultValue);
}

/** Requests suggestions. Rejects if the response is not JSON, such as the login page. */
async function ask(from: string, q: string, signal: AbortSignal): Promise<Suggestions> {
  const answer = await fetch(`${from}?${new URLSearchParams({ q })}`, { signal });
  return (await answer.json()) as Suggestions;
}
