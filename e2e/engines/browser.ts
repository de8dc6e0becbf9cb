/** What the walk asks of a browser, whatever its engine. */
export interface Engine {
  name: string;
  open(url: string): Promise<void>;
  /** Makes what is seen of a page this wide, in CSS pixels, and about as high. */
  resize(width: number, height: number): Promise<void>;
  /** Runs an expression in the page and answers what it comes to, by way of JSON. */
  ask<Answer>(expression: string): Promise<Answer>;
  /** Has its mouse and keyboard do such things, one after another. */
  act(actions: Action[]): Promise<void>;
  close(): Promise<void>;
}

/** What the mouse or a key does, as WebDriver's "Perform Actions" names it, in either of its protocols. */
export interface Action {
  type: "pointer" | "key";
  id: string;
  actions: { type: string; [detail: string]: unknown }[];
}

/** Presses the main button of the mouse at a place of the window. */
export const click = (x: number, y: number): Action => ({
  type: "pointer",
  id: "mouse",
  actions: [
    { type: "pointerMove", duration: 0, x: Math.round(x), y: Math.round(y) },
    { type: "pointerDown", button: 0 },
    { type: "pointerUp", button: 0 },
  ],
});

// https://www.w3.org/TR/webdriver2/#keyboard-actions
const engineNames: Record<string, string> = {
  Tab: "\uE004",
  Enter: "\uE007",
  Control: "\uE009",
  Escape: "\uE00C",
  ArrowDown: "\uE015",
};

/** Presses keys: a letter, a name, or such a chord as `Control+k`. */
export const press = (...keys: string[]): Action => ({
  type: "key",
  id: "keyboard",
  actions: keys.flatMap((key) => {
    const chord = (key.length > 1 ? key.split("+") : [key]).map((value) => engineNames[value] ?? value);
    return [
      ...chord.map((value) => ({ type: "keyDown", value })),
      ...chord.toReversed().map((value) => ({ type: "keyUp", value })),
    ];
  }),
});

/**
 * A function of ours, as an expression that calls it in a page. What runs our TypeScript names its functions by a
 * helper of its own.
 */
export const inPage = (look: () => unknown) => `(() => { const __name = (named) => named; return (${look})(); })()`;

/** Starts an engine in a folder that it may fill, or names the program that this machine does not have. */
export type StartEngine = (options: { folder: string; port: number }) => Promise<Engine | { missing: string }>;
