/** The browser operations that the engine tests need, independent of the engine. */
export interface Engine {
  name: string;
  open(url: string): Promise<void>;
  /** Sets the viewport width in CSS pixels, and approximately its height. */
  resize(width: number, height: number): Promise<void>;
  /** Evaluates an expression in the page and returns the result, serialized as JSON. */
  ask<Answer>(expression: string): Promise<Answer>;
  /** Performs mouse and keyboard actions in sequence. */
  act(actions: Action[]): Promise<void>;
  close(): Promise<void>;
}

/** An input action in the format of WebDriver's "Perform Actions", which both protocols share. */
export interface Action {
  type: "pointer" | "key";
  id: string;
  actions: { type: string; [detail: string]: unknown }[];
}

/** Clicks the main mouse button at a position in the viewport. */
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

/** Presses keys: characters, key names, or chords such as `Control+k`. */
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
 * Returns an expression that calls a function in the page. The TypeScript runner inserts a helper, `__name`, which is
 * defined here.
 */
export const inPage = (look: () => unknown) => `(() => { const __name = (named) => named; return (${look})(); })()`;

/** Starts an engine with `folder` for its files, or returns the name of a program that is not installed. */
export type StartEngine = (options: { folder: string; port: number }) => Promise<Engine | { missing: string }>;
