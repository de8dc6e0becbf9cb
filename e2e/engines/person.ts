/** A user who operates the app in an engine with mouse and keyboard. */
import { isHydrated } from "../layout";
import { click, type Engine, inPage, press } from "./browser";
import { until } from "./process";

export interface Person {
  /** Loads a page and waits until its scripts run. */
  open(path: string): Promise<void>;
  /** Clicks the first visible control that matches, optionally by its text. */
  press(selector: string, text?: string): Promise<void>;
  /** Replaces the text of a field. */
  fill(selector: string, text: string): Promise<void>;
  /** Presses keys: characters, key names, or chords such as `Control+k`. */
  keys(...keys: string[]): Promise<void>;
  ask: Engine["ask"];
  /** Waits until an expression is true in the page. */
  sees(expression: string): Promise<void>;
  /** Waits until the page contains the text. */
  reads(text: string): Promise<void>;
  /** Waits until the URL, without its host, is this one. */
  isAt(address: string): Promise<void>;
}

/** Clicks the center of an element, which is given as an expression for the page. */
export async function pressOn(engine: Engine, element: string) {
  const { x, y } = await engine.ask<{ x: number; y: number }>(
    `((part) => (part.scrollIntoView({ block: "center", behavior: "instant" }), ((box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 }))(part.getBoundingClientRect())))(${element})`,
  );
  await engine.act([click(x, y)]);
}

export function personIn(engine: Engine, url: string): Person {
  const { ask } = engine;
  const sees = (expression: string) => until(() => ask<boolean>(expression), `It is never so: ${expression}`);
  const keys = (...pressed: string[]) => engine.act([press(...pressed)]);

  async function pressFirst(selector: string, text?: string) {
    const isIt = text === undefined ? "" : ` && part.innerText.trim() === ${JSON.stringify(text)}`;
    const is = `(part) => part.checkVisibility({ visibilityProperty: true })${isIt}`;
    const found = `[...document.querySelectorAll(${JSON.stringify(selector)})].find(${is})`;
    await sees(`${found} !== undefined`);
    await pressOn(engine, found);
  }

  return {
    ask,
    sees,
    keys,
    press: pressFirst,
    async open(path) {
      await engine.open(url + path);
      await sees(`document.readyState === "complete" && ${inPage(isHydrated)}`);
    },
    async fill(selector, text) {
      await pressFirst(selector);
      await keys("Control+a", ...text);
    },
    reads: (text) => sees(`document.body.innerText.includes(${JSON.stringify(text)})`),
    isAt: (address) => sees(`location.pathname + location.search === ${JSON.stringify(address)}`),
  };
}
