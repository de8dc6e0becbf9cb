/** Limits the parser steps for one text, so that none takes more than a few milliseconds. */
import type { Env, MarkdownIt, StateBlock, StateInline } from "markdown-it";

/** A page of prose takes some hundreds of steps; 20,000 characters with something marked in each line, 6,000. */
const maxSteps = 8_000;

/** A text needs more parser steps than allowed. */
export class TooManySteps extends Error {}

/** Subtracts steps from the text's budget. Throws `TooManySteps`. */
export function takeSteps(env: Env & { steps?: number }, steps: number): void {
  env.steps = (env.steps ?? 0) + steps;
  if (env.steps > maxSteps) throw new TooManySteps();
}

/** A link is made of so much more than a word. */
export const stepsOfLink = 4;

/**
 * Makes the parser count steps: one per block start or end and per position where inline rules are tried, several per
 * link.
 */
export function addBudget(markdown: MarkdownIt): void {
  markdown.block.State = class extends markdown.block.State {
    override push(...token: Parameters<StateBlock["push"]>) {
      takeSteps(this.env, 1);
      return super.push(...token);
    }
  };
  markdown.inline.State = class extends markdown.inline.State {
    override push(...token: Parameters<StateInline["push"]>) {
      if (token[0] === "link_open") takeSteps(this.env, stepsOfLink);
      return super.push(...token);
    }
  };
  markdown.inline.ruler.before("text", "steps", ({ env }) => {
    takeSteps(env, 1);
    return false;
  });
}
