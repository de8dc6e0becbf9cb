import { execFileSync } from "node:child_process";
import { dirname } from "node:path";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { config } from "config";
import { closeDatabase, db, write } from "db";
import { journal, type User, users } from "db/schema";
import { cast, testDatabase } from "~/testing/database";
import { giveByHand } from "./grant-from-terminal.server";

testDatabase();
const { ada, ben, dan } = cast;
const set = (person: User, values: Partial<User>) =>
  write(async (tx) => void (await tx.update(users).set(values).where(eq(users.id, person.id))));
const rowOf = async ({ id }: User) => (await db.select().from(users).where(eq(users.id, id)))[0];

describe("granting access on the server", () => {
  it("makes anybody an owner, even if there is one already", async () => {
    await set(ada, { access: "none" });
    await set(ben, { access: "client" });
    expect(await giveByHand("ADA@example.com", "Owner", [])).toBe("Ada Active has access as owner now.");
    expect(await rowOf(ada)).toMatchObject({ access: "owner" });
    expect(await db.select().from(journal)).toMatchObject([
      { byName: "Portico", note: "changed the access from no access to owner" },
    ]);
    expect(await giveByHand(dan.email, "staff", ["sales:change", "support:view"])).toBe(
      "Dan Directory has access as staff in Sales (can change), Support (can view) now. They have no login yet: register with this address to sign in.",
    );
  });

  it("refuses to demote the last owner", async () => {
    await giveByHand(ben.email, "none", []);
    await expect(giveByHand(ada.email, "none", [])).rejects.toThrow(
      "Ada Active is the last owner who can sign in. Make someone else an owner first.",
    );
  });

  it.each([
    [[], "Add an address and a level, such as: npm run access -- ada@example.com owner"],
    [
      ["nobody@example.com", "owner"],
      "No user has the address nobody@example.com. Register with it first, or add the person under Users.",
    ],
    [["tess@example.com", "owner"], "No user has the address tess@example.com."],
    [["ada@example.com", "king"], "There is no level “king”. The levels are: none, client, staff, admin, owner."],
    [
      ["ada@example.com", "staff"],
      "Staff need areas, such as sales:change or support:view. The areas are: sales, support, people, reports.",
    ],
    [["ada@example.com", "staff", "moon:view"], "“moon:view” is not an area."],
    [["ban@example.com", "owner"], "Ban Banned is banned. Set their status to Active in Users first."],
  ])("reports what is wrong with %j", async ([email, level, ...areas], sentence) => {
    await expect(giveByHand(email, level, areas)).rejects.toThrow(sentence);
  });

  it("works as a command of its own", async () => {
    await closeDatabase();
    const said = execFileSync(process.execPath, ["--import", "tsx", "scripts/access.ts", dan.email, "owner"], {
      cwd: config.root,
      encoding: "utf8",
      env: { ...process.env, DATA_DIR: dirname(config.databaseFile) },
    });
    expect(said).toBe(
      "Dan Directory has access as owner now. They have no login yet: register with this address to sign in.\n",
    );
    expect(await rowOf(dan)).toMatchObject({ access: "owner" });
  });
});
