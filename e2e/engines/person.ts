/** Somebody who uses the app in an engine, with its mouse and its keyboard. */
import { click, type Engine, press } from "./browser";
import { until } from "./process";

export interface Person {
  /** Loads a page, and waits until its scripts run. */
  open(path: string): Promise<void>;
  /** Presses the first control that is seen, of those with that text where one is given. */
  press(selector: string, text?: string): Promise<void>;
  /** Puts a text in place of what a field holds. */
  fill(selector: string, text: string): Promise<void>;
  /** Presses keys: letters, names, or such chords as `Control+k`. */
  keys(...keys: string[]): Promise<void>;
  ask: Engine["ask"];
  /** Waits until an expression is true in the page. */
  sees(expression: string): Promise<void>;
  /** Waits until a text stands on the page. */
  reads(text: string): Promise<void>;
  /** Waits until the address, without its host, is this one. */
  isAt(address: string): Promise<void>;
}

const hydrated = `document.readyState === "complete" && Object.keys(document.querySelector("a.skip") ?? {}).some((key) => key.startsWith("__reactProps"))`;

export function personIn(engine: Engine, url: string): Person {
  const { ask } = engine;
  const sees = (expression: string) => until(() => ask<boolean>(expression), `It is never so: ${expression}`);
  const keys = (...pressed: string[]) => engine.act([press(...pressed)]);

  async function pressOn(selector: string, text?: string) {
    const isIt = text === undefined ? "" : ` && part.innerText.trim() === ${JSON.stringify(text)}`;
    const is = `(part) => part.checkVisibility({ visibilityProperty: true })${isIt}`;
    const found = `[...document.querySelectorAll(${JSON.stringify(selector)})].find(${is})`;
    await sees(`${found} !== undefined`);
    const { x, y } = await ask<{ x: number; y: number }>(
      `((part) => (part.scrollIntoView({ block: "center", behavior: "instant" }), ((box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 }))(part.getBoundingClientRect())))(${found})`,
    );
    await engine.act([click(x, y)]);
  }

  return {
    ask,
    sees,
    keys,
    press: pressOn,
    async open(path) {
      await engine.open(url + path);
      await sees(hydrated);
    },
    async fill(selector, text) {
      await pressOn(selector);
      await keys("Control+a", ...text);
    },
    reads: (text) => sees(`document.body.innerText.includes(${JSON.stringify(text)})`),
    isAt: (address) => sees(`location.pathname + location.search === ${JSON.stringify(address)}`),
  };
}
