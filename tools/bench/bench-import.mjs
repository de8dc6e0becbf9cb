// `npm run bench -- --import 100000`: imports that many orders from a CSV file like a browser, with concurrent reads
// and changes.
import { startApp } from "../../scripts/app.mjs";
import { fail, printLine } from "../../scripts/messages.mjs";
import { finished, measured } from "./traffic.mjs";

/** @typedef {import("./traffic.mjs").App} App */
/** @typedef {import("./traffic.mjs").Ask} Ask */

/**
 * Prints the measurements and returns whether no read waited too long.
 * @param {string} rows @param {(app: App) => Promise<string>} signIn
 * @param {Record<string, string>} env additional settings of the app
 */
export async function benchImport(rows, signIn, env) {
  if (!/^[1-9]\d{1,5}$/.test(rows) || Number(rows) > 100_000)
    fail("Say how many orders the file should have, at most 100,000: npm run bench -- --import 100000");
  const app = await startApp({ env });
  printLine(`${Number(rows).toLocaleString("en-US")} orders in a file.`);
  let uploaded = "";
  return measured(app, signIn, [
    ["upload", async (ask) => (uploaded = await upload(ask, Number(rows)))],
    ["dry run", async (ask) => await finished(ask, await chosen(ask, uploaded))],
    ["import", async (ask) => await finished(ask, (await ask("POST", `/import/${uploaded}/rows`)).location)],
  ]);
}

/** Uploads the file and returns the id of the import. @param {Ask} ask @param {number} rows */
async function upload(ask, rows) {
  const form = new FormData();
  form.set("encoding", "auto");
  form.set("file", new File([orders(rows)], "orders.csv", { type: "text/csv" }));
  const { location, text } = await ask("POST", "/orders/import", undefined, form);
  return /^\/import\/([^/]+)/.exec(location)?.[1] ?? fail(`The file was not read: ${sentence(text)}`);
}

/**
 * Accepts the detected columns and returns the path of the dry run's job.
 * @param {Ask} ask
 * @param {string} id
 */
async function chosen(ask, id) {
  const { text } = await ask("GET", `/import/${id}`);
  const selects = [...text.matchAll(/<select[^>]*name="(columns\.\d+\.field)"[^>]*>(.*?)<\/select>/gs)];
  const columns = Object.fromEntries(
    selects.map(([, name = "", options = ""]) => [
      name,
      /<option[^>]*?value="([^"]*)"[^>]*? selected|<option[^>]*? selected[^>]*?value="([^"]*)"/
        .exec(options)
        ?.slice(1)
        .find((value) => value !== undefined) ?? "",
    ]),
  );
  return (await ask("POST", `/import/${id}`, columns)).location;
}

/** @param {string} page */
const sentence = (page) =>
  /role="alert"[^>]*>(.*?)<\/div>/s.exec(page)?.[1]?.replace(/<[^>]*>/g, " ") ?? "it was not said why.";

/** @param {number} rows */
function orders(rows) {
  const lines = ["customer,email,items,tax,shipping charge,placed,status,billing"];
  for (let row = 1; row <= rows; row++) {
    const day = new Date(Date.UTC(2024, 0, 1) + (row % 900) * 86_400_000).toISOString().slice(0, 10);
    lines.push(
      `Customer ${row},customer${row}@example.com,"${1 + (row % 3)} × Parcel ${row % 500} @ ${(5 + (row % 90)).toFixed(2)}; 1 × Gift wrapping @ 4.50",1.50,5.00,${day},${row % 4 ? "New" : "Delivered"},"Street ${row}, 1000 Sofia, Bulgaria"`,
    );
  }
  return lines.join("\n");
}
