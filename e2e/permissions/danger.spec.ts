/**
 * Dangerous actions, submitted without scripts by users who signed in more than ten minutes ago: the user must
 * authenticate again before the action is done.
 */
import { type Page, test } from "@playwright/test";
import { type Server, startServer } from "./matrix/outsiders";
import { deleteHere, demo, expect, signIn } from "../support";

let server: Server;

test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.remove());
test.use({ javaScriptEnabled: false });

const one = (sql: string, ...values: unknown[]) =>
  server.database
    .prepare(sql)
    .pluck()
    .get(...values);

/** Creates a user with this access level and a login; returns the id. */
function person(word: string, access: string): number {
  const values = [word, word, `${word.toLowerCase()}@danger.example`, access];
  return Number(
    server.database
      .prepare("insert into users (uid, name, email, role, status, access) values (?, ?, ?, '', 'Active', ?)")
      .run(...values).lastInsertRowid,
  );
}

const secure = (id: number) =>
  server.database.prepare("insert into authenticators (user_id, secret, confirmed_at) values (?, '', 1)").run(id);

interface Act {
  at: string;
  press(page: Page): Promise<unknown>;
  /** Returns the state that the action changes. */
  state(): unknown;
}

const button = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).click();
const ofUser = (id: number, column: string) => () => one(`select ${column} from users where id = ?`, id);
const isRequired = () => one("select count(*) from facts where name = 'secondStepDemanded'");

/** The actions, in the order in which they run. */
const acts: Record<string, () => Act> = {
  "a status": () => {
    const id = person("Stella", "client");
    return {
      at: `/users/${id}`,
      press: async (page) => (
        await page.locator("input[name=status][value=Banned]").check(),
        await button("Save user")(page)
      ),
      state: ofUser(id, "status"),
    };
  },
  "the trash": () => {
    const id = person("Trixie", "client");
    return { at: `/users/${id}`, press: deleteHere, state: ofUser(id, "deleted_at") };
  },
  "a restore": () => {
    const id = person("Resi", "client");
    server.database.prepare("update users set deleted_at = 1 where id = ?").run(id);
    return {
      at: `/users/${id}`,
      press: (page) => page.getByRole("button", { name: "Restore" }).first().click(),
      state: ofUser(id, "deleted_at"),
    };
  },
  "a level": () => {
    const id = person("Lena", "client");
    return {
      at: `/team/people/${id}`,
      press: async (page) => (
        await page.locator("input[name=access][value=admin]").check(),
        await button("Save access")(page)
      ),
      state: ofUser(id, "access"),
    };
  },
  "taking access away": () => {
    const id = person("Tanja", "client");
    return { at: `/team/people/${id}/take-away`, press: button("Take access away"), state: ofUser(id, "access") };
  },
  "letting somebody in": () => {
    const id = person("Wanda", "none");
    return {
      at: `/team/people/${id}/approve`,
      press: async (page) => (
        await page.locator("input[name=access][value=client]").check(),
        await button("Approve")(page)
      ),
      state: ofUser(id, "access"),
    };
  },
  "an invitation": () => ({
    at: "/team/invite",
    press: async (page) => (
      await page.getByLabel("E-mail").fill("ines@danger.example"),
      await page.locator("input[name=access][value=client]").check(),
      await button("Send the invitation")(page)
    ),
    state: () => one("select count(*) from invitations where email = 'ines@danger.example'"),
  }),
  "the reset of a lost second factor": () => {
    const id = person("Rosa", "staff");
    secure(id);
    return {
      at: `/team/people/${id}/reset-second-factor`,
      press: button("Reset second factor"),
      state: () => one("select count(*) from second_step_resets where user_id = ?", id),
    };
  },
  "requiring a second factor": () => {
    secure(Number(one("select id from users where email = ?", demo.email)));
    return { at: "/team/second-factor", press: button("Require a second factor"), state: isRequired };
  },
  "ending that requirement": () => ({
    at: "/team/second-factor",
    press: button("Stop requiring it"),
    state: isRequired,
  }),
  "the removal of the demo accounts": () => {
    person("Olga", "owner");
    return {
      at: "/team/demo-accounts",
      press: button("Remove demo accounts"),
      state: () => one("select count(*) from accounts where email = ?", demo.email),
    };
  },
};

test("each asks first and changes nothing, and is done after the password", async ({ browser }) => {
  test.setTimeout(180_000);
  const page = await browser.newPage({ baseURL: server.site, javaScriptEnabled: false });
  page.setDefaultTimeout(15_000);
  await signIn(page);
  for (const [what, prepared] of Object.entries(acts)) {
    await test.step(what, async () => {
      const { at, press, state } = prepared();
      await page.goto(at);
      server.database.prepare("update sessions set proved_at = ?").run(Date.now() - 11 * 60_000);
      const before = state();
      await press(page);
      await expect(page, what).toHaveURL(/\/confirm\?asked=/);
      await expect(page.getByText("Nothing has been done yet.")).toBeVisible();
      expect(state(), what).toEqual(before);
      await page.locator("input[name=currentPassword]").fill("not this one");
      await page.locator("input[name=currentPassword]").press("Enter");
      await expect(page.getByText("This is not your password. Try again.").first()).toBeVisible();
      expect(state(), what).toEqual(before);
      await page.locator("input[name=currentPassword]").fill(demo.password);
      await page.locator("input[name=currentPassword]").press("Enter");
      await expect(page, what).not.toHaveURL(/\/confirm/);
      expect(state(), what).not.toEqual(before);
    });
  }
  await page.context().close();
});
