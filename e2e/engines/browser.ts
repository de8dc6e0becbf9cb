/** What the walk asks of a browser, whatever its engine. */
export interface Engine {
  name: string;
  open(url: string): Promise<void>;
  /** Makes what is seen of a page this wide, in CSS pixels, and about as high. */
  resize(width: number, height: number): Promise<void>;
  /** Runs an expression in the page and answers what it comes to, by way of JSON. */
  ask<Answer>(expression: string): Promise<Answer>;
  /** Presses the main button of the mouse at a place of the window. */
  click(x: number, y: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts an engine in a folder that it may fill, or names the program that this machine does not have. */
export type StartEngine = (options: { folder: string; port: number }) => Promise<Engine | { missing: string }>;
