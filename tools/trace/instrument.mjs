// Rewrites the project's modules so that each call of a function is reported to `globalThis.traceCall`.
import { relative } from "node:path";
import { parseAst } from "vite";

/** @typedef {{ file: string, name: string }} FunctionSite a function of the sources; `name` is "" for a callback */
/**
 * @typedef {object} Node a node of the syntax tree, with the properties that are read here
 * @property {string} type @property {number} start @property {number} end
 * @property {Node} [body] of a function @property {boolean} [async] @property {boolean} [generator]
 * @property {Node} [id] @property {Node} [key] @property {Node} [left] @property {Node} [property]
 * @property {string} [name] @property {unknown} [value]
 */
/** @typedef {{ at: number, text: string, order: number }} Insertion */

/**
 * Returns a Vite plugin that instruments what the server loads. `sites` receives each function of a loaded module; its
 * place in the list is the number that a call reports.
 * @param {string} root @param {FunctionSite[]} sites @returns {import("vite").Plugin}
 */
export const instrument = (root, sites) => ({
  name: "trace-calls",
  enforce: "post",
  transform(code, id, { ssr } = {}) {
    const file = relative(root, id.split("?")[0] ?? id);
    if (ssr && /^(app|db|server|config)\/.+\.tsx?$/.test(file))
      return { code: instrumented(code, file, sites), map: null };
  },
});

/** Returns JavaScript with each function except generators wrapped. @param {string} code @param {string} file @param {FunctionSite[]} sites */
export function instrumented(code, file, sites) {
  /** @type {Insertion[]} */
  const insertions = [];
  visitFunctions(/** @type {Node} */ (/** @type {unknown} */ (parseAst(code))), "", (node, name) =>
    insertions.push(...wrapping(node, sites.push({ file, name }) - 1)),
  );
  return insert(code, insertions);
}

/**
 * The insertions that make a function run its body inside `traceCall`. The body becomes an arrow function, which has
 * the same `this` and `arguments`; of two ends at one place the inner one comes first.
 * @param {Node} node @param {number} site @returns {Insertion[]}
 */
function wrapping({ body, async: isAsync }, site) {
  const call = `traceCall(${site}, ${isAsync ? "async " : ""}() => `;
  if (!body) return [];
  return body.type === "BlockStatement"
    ? [
        { at: body.start + 1, text: `return ${call}{`, order: site },
        { at: body.end - 1, text: "});", order: -site },
      ]
    : [
        { at: body.start, text: `${call}(`, order: site },
        { at: body.end, text: "))", order: -site },
      ];
}

/** @param {string} code @param {Insertion[]} insertions */
function insert(code, insertions) {
  let text = "";
  let from = 0;
  for (const insertion of insertions.toSorted((one, other) => one.at - other.at || one.order - other.order)) {
    text += code.slice(from, insertion.at) + insertion.text;
    from = insertion.at;
  }
  return text + code.slice(from);
}

const functionTypes = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

/**
 * Calls `visitFunction` with each function and the name of its variable, outer functions first.
 * @param {Node} node @param {string} name @param {(node: Node, name: string) => void} visitFunction
 */
function visitFunctions(node, name, visitFunction) {
  if (functionTypes.has(node.type) && !node.generator) visitFunction(node, node.id?.name ?? name);
  for (const [key, value] of Object.entries(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) visitFunctions(child, nameIn(node, key), visitFunction);
}

/** @param {unknown} value @returns {value is Node} */
const isNode = (value) =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

/** Returns the name that a node gives to a function in its property `key`. @param {Node} node @param {string} key @returns {string} */
function nameIn(node, key) {
  if (node.type === "VariableDeclarator" && key === "init") return node.id?.name ?? "";
  if (/^(Property|MethodDefinition|PropertyDefinition)$/.test(node.type) && key === "value")
    return node.key?.name ?? String(node.key?.value ?? "");
  if (node.type === "AssignmentExpression" && key === "right")
    return node.left?.name ?? node.left?.property?.name ?? "";
  return node.type === "ExportDefaultDeclaration" ? "default" : "";
}
