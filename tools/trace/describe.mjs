// Describes a recorded request in lines of text.

/** @typedef {import("./recorder.mjs").Call} Call */
/** @typedef {import("./recorder.mjs").Statement} Statement */

/** @param {Call | Statement} part @returns {part is Statement} */
const isStatement = (part) => "sql" in part;

/** Whether a call begins the loader or action of a page, not that of a layout. @param {Call} call */
const isOfPage = ({ site }) =>
  /^(loader|action)$/.test(site?.name ?? "") && site?.file.startsWith("app/features/") === true;

/** Whether a call draws a page. @param {Call} call */
const isDrawing = ({ site }) => site?.file === "app/entry.server.tsx";

/**
 * Returns a line for each function that ran, below the one that called it, and for each statement, with its plan. Repeated calls are
 * one line with their number and total time. Drawing is one line, unless `withPages` is set.
 * @param {Call} recording @param {{ withPages: boolean }} options
 */
export function describeCalls(recording, { withPages }) {
  /** @type {string[]} */
  const lines = [];
  /** @param {Call[]} calls @param {number} depth */
  const describe = (calls, depth) => {
    for (const part of merged(calls)) {
      if (isStatement(part)) {
        lines.push(line(part.ms, depth, `SQL ${part.sql.replace(/\s+/g, " ").slice(0, 150)}`));
        const plan = part.plan().filter((step) => step !== "SCAN CONSTANT ROW");
        if (plan.length > 0) lines.push(`${" ".repeat(9 + 2 * depth)}PLAN ${plan.join("; ")}`);
        continue;
      }
      const { calls, first, ms } = part;
      const { site } = first;
      if (isDrawing(first) && !withPages) {
        lines.push(line(ms, depth, `draws the page  ${site?.file}`));
        continue;
      }
      if (site?.name) {
        if (/^(loader|action)$/.test(site.name)) lines.push("");
        lines.push(
          line(ms, depthOf(first, depth), `${site.name}${calls.length > 1 ? ` ×${calls.length}` : ""}  ${site.file}`),
        );
      }
      describe(calls, site?.name ? depthOf(first, depth) + 1 : depth);
    }
  };
  describe([recording], 0);
  return lines;
}

/**
 * Middleware calls the next one, and the last calls the loaders: these stand at the margin, so that depth says what a
 * loader calls.
 * @param {Call} call @param {number} depth
 */
const depthOf = ({ site }, depth) =>
  site?.file.startsWith("server/") || /^(loader|action)$/.test(site?.name ?? "") ? 0 : depth;

/** @param {number} ms @param {number} depth @param {string} text */
const line = (ms, depth, text) => `${ms.toFixed(1).padStart(7)}  ${"  ".repeat(depth)}${text}`;

/**
 * Returns the parts of some calls of one function, with calls of the same named function as one. Callbacks are replaced
 * by their parts.
 * @param {Call[]} calls @returns {(Statement | { first: Call, calls: Call[], ms: number })[]}
 */
function merged(calls) {
  const all = calls.flatMap(({ parts }) => parts.flatMap(namedParts));
  /** @type {Map<unknown, { first: Call, calls: Call[], ms: number }>} */
  const bySite = new Map();
  return all.flatMap((part) => {
    if (isStatement(part)) return [part];
    const same = bySite.get(part.site);
    if (!same) {
      const group = { first: part, calls: [part], ms: part.ms };
      bySite.set(part.site, group);
      return [group];
    }
    same.calls.push(part);
    same.ms += part.ms;
    return [];
  });
}

/** @param {Call | Statement} part @returns {(Call | Statement)[]} */
const namedParts = (part) => (isStatement(part) || part.site?.name ? [part] : part.parts.flatMap(namedParts));

/**
 * Counts files, functions and statements of the whole request and of the page's own loader or action, without layouts
 * and drawing: the file counts are those of docs/architecture.md.
 * @param {Call} recording
 */
export function countCalls(recording) {
  const ofPage = { files: new Set(), functions: new Set(), statements: 0 };
  const ofRequest = { files: new Set(), functions: new Set(), statements: 0 };
  /** @param {Call} call @param {boolean} isInPage */
  const count = (call, isInPage) => {
    const totals = isInPage ? [ofPage, ofRequest] : [ofRequest];
    for (const { files, functions } of totals)
      if (call.site) {
        files.add(call.site.file);
        functions.add(call.site);
      }
    for (const part of call.parts) {
      if (!isStatement(part)) count(part, isInPage || isOfPage(part));
      else for (const total of totals) total.statements++;
    }
  };
  count(recording, false);
  return { ofPage, ofRequest };
}

/** Returns the totals of a request as lines. @param {Call} recording */
export function describeTotals(recording) {
  const { ofPage, ofRequest } = countCalls(recording);
  const row = (/** @type {typeof ofPage} */ { files, functions, statements }) =>
    `${files.size} files, ${functions.size} functions, ${statements} SQL statements`;
  return [
    `The page's own loader or action: ${row(ofPage)}`,
    `The whole request:               ${row(ofRequest)}, ${recording.ms.toFixed(1)} ms`,
  ];
}
