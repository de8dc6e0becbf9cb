import { describe, expect, it } from "vitest";
import { undoChange } from "~/core/undo/undo.server";
import { jobsEnded } from "~/core/jobs/jobs.server";
import { cast, testDatabase } from "~/testing/database";
import { idOf, importIt, send, tryFile } from "~/testing/imports";
import { run, signedIn } from "~/testing/requests";
import { userResource } from "~/features/users/users.server";
import type { OwnImport } from "~/core/import/imports-of-person.server";
import { loader } from "./imports-of-person";

testDatabase();
const { ada, ben } = cast;

const listed = async (by = ada) =>
  (await run<{ files: OwnImport[] }>(loader, await signedIn("/imports", by))).data.files;
const standings = async () => (await listed()).map(({ standing }) => standing);
const csv =
  "name,email,role,status\nNora,nora@example.com,Data Scientist,Active\nNils,nils@example.com,Data Scientist,Active\n";

describe("the list of one's own imports", () => {
  it("shows the state of each file, and links to it", async () => {
    const id = idOf(await send("products", "title\nLamp\n"));
    expect(await listed()).toMatchObject([
      { id, name: "products.csv", rows: 1, standing: "read", href: `/import/${id}`, noun: { many: "products" } },
    ]);
    await tryFile("users", "name,email\n,nobody\n");
    expect((await listed()).map(({ standing, refused }) => [standing, refused]).sort()).toEqual([
      ["nothing", 1],
      ["read", 0],
    ]);
  });

  it("contains no imports of other users", async () => {
    await send("products", "title\nLamp\n");
    expect(await listed(ben)).toEqual([]);
  });

  it("says whether an import was undone, completely or partly", async () => {
    const { file } = await tryFile("users", csv);
    expect(await standings()).toEqual(["tried"]);
    const end = await importIt(file.id);
    expect(await standings()).toEqual(["done"]);
    const undone = await undoChange(ada, end?.undo ?? "");
    expect(await standings()).toEqual(["undone"]);
    await undoChange(ada, (undone.ok && undone.batch) || "");
    expect(await standings()).toEqual(["done"]);
    const nora = undone.ok ? undone.entries.find(({ label }) => label === "Nora") : undefined;
    await userResource.setStatus(ben, [Number(nora?.recordId)], "Banned");
    await userResource.trash(ben, [Number(nora?.recordId)]);
    expect(await undoChange(ada, end?.undo ?? "", undefined, true)).toMatchObject({ ok: true, skipped: { length: 1 } });
    expect(await standings()).toEqual(["partly"]);
    await jobsEnded();
  });
});
