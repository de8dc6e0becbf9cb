import type { Page } from "@playwright/test";
import sharp from "sharp";
import { exhaustiveIf } from "../exhaustive";
import { addUser } from "../records";
import {
  expect,
  hydrated,
  mailedLink,
  newPerson,
  otherBrowser,
  signIn,
  inOneWindow as test,
  toast,
  unique,
} from "../support";

/** Returns a picture of three vertical stripes: red, green and blue. */
async function stripes() {
  const stripe = (left: number, background: string) => ({
    input: { create: { width: 300, height: 600, channels: 3 as const, background } },
    left,
    top: 0,
  });
  return sharp({ create: { width: 900, height: 600, channels: 3, background: "red" } })
    .composite([stripe(300, "lime"), stripe(600, "blue")])
    .png()
    .toBuffer();
}
const upload = async () => ({ name: "me.png", mimeType: "image/png", buffer: await stripes() });

/** Returns the colors at the left and right edge of the profile picture. */
async function edges(page: Page) {
  const address = await page.locator("form img.avatar").getAttribute("src");
  const { data, info } = await sharp(await (await page.request.get(address ?? "")).body())
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [2, info.width - 3].map(
    (x) =>
      ["red", "green", "blue"][
        [0, 1, 2].sort((one, other) => (data[x * 3 + other] ?? 0) - (data[x * 3 + one] ?? 0))[0] ?? 0
      ],
  );
}

const save = (page: Page) => page.getByRole("button", { name: "Save profile" }).click();
const session = async (page: Page) =>
  (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "the profile" : "the profile without scripts", () => {
    test.use({ javaScriptEnabled });

    test(`is changed, with a picture that is removed again${exhaustiveIf(!javaScriptEnabled)}`, async ({ page }) => {
      const person = await newPerson("Petra");
      await signIn(page, person);
      await page.goto("/users/profile");
      await page.locator("main").getByRole("link", { name: "Edit", exact: true }).first().click();
      await expect(page).toHaveURL("/settings");
      await page.getByLabel("Job title").selectOption("UX Designer");
      await page.getByLabel("Phone").fill("nonsense");
      await page.getByLabel("Country").selectOption("Malta");
      await save(page);
      await expect(page.getByLabel("Phone")).toHaveAccessibleDescription(/Enter digits/);
      await expect(page.getByLabel("Country")).toHaveValue("Malta");
      await page.getByLabel("Phone").fill("+356 21 22 33 44");
      await page.getByLabel("Upload a picture").setInputFiles(await upload());
      await save(page);
      await expect(toast(page)).toContainText("Your profile was saved");
      await expect(page).toHaveURL("/settings");
      await expect(page.locator("form img.avatar")).toBeVisible();
      expect(await edges(page)).toEqual(["red", "blue"]);
      await page.getByLabel("Remove the picture").check();
      await save(page);
      await expect(page.locator("form img.avatar")).toHaveCount(0);
      await page.goto("/users/profile");
      await expect(page.getByRole("definition").filter({ hasText: "Malta" })).toBeVisible();
    });

    test("a new e-mail address counts once its link is opened where one is logged in @exhaustive", async ({
      page,
      browser,
      baseURL,
    }) => {
      const person = await newPerson("Elma");
      const anew = `${unique("elma.new")}@example.com`;
      await signIn(page, person);
      await page.goto("/settings");
      await page.getByRole("link", { name: "Change e-mail address" }).click();
      await page.getByLabel("New e-mail address").fill("demo@portico.example");
      await page.getByRole("button", { name: "Send the link" }).click();
      await expect(page.getByLabel("New e-mail address")).toHaveAccessibleDescription(
        /Somebody else has this e-mail address/,
      );
      await page.getByLabel("New e-mail address").fill(anew);
      await page.getByRole("button", { name: "Send the link" }).click();
      await expect(page.getByRole("heading", { name: `Waiting for ${anew}` })).toBeVisible();
      const link = mailedLink(await page.content());

      const elsewhere = await otherBrowser(browser, undefined, { baseURL, javaScriptEnabled });
      await elsewhere.goto(link);
      await expect(elsewhere).toHaveURL(/\/login\?from=/);
      await expect(toast(elsewhere)).toContainText("Log in first");
      const stranger = await otherBrowser(browser, await newPerson("Mallory"), { baseURL, javaScriptEnabled });
      await stranger.goto(link);
      await expect(toast(stranger)).toContainText("another account");
      await page.goto("/settings");
      await expect(page.getByText(`Waiting for ${anew}`)).toBeVisible();

      await elsewhere.getByLabel("E-mail").fill(person.email);
      await elsewhere.getByLabel("Password").fill(person.password);
      await elsewhere.getByRole("button", { name: "Log in", exact: true }).click();
      await expect(elsewhere).toHaveURL("/settings");
      await expect(toast(elsewhere)).toContainText(`Your e-mail address is ${anew} now.`);
      await page.reload(); // the other session goes on
      await expect(page.getByRole("region", { name: "E-mail address" })).toContainText(anew);
      await expect(page.getByText("Waiting for")).toHaveCount(0);
      await page.goto(link);
      await expect(toast(page)).toContainText("This link was used already");
      await page.context().clearCookies();
      await signIn(page, { ...person, email: anew });
      await elsewhere.context().close();
      await stranger.context().close();
    });

    test("a new e-mail address is given up @exhaustive", async ({ page }) => {
      await signIn(page, await newPerson("Otto"));
      await page.goto("/settings/email");
      await page.getByLabel("New e-mail address").fill(`${unique("otto.new")}@example.com`);
      await page.getByRole("button", { name: "Send the link" }).click();
      await expect(page.getByRole("heading", { name: /^Waiting for/ })).toBeVisible();
      const first = mailedLink(await page.content());
      await page.getByRole("button", { name: "Send it again" }).click();
      let second = first;
      await expect(async () => {
        second = mailedLink(await page.content()); // throws while the page is on its way
        expect(second).not.toBe(first);
      }).toPass();
      await page.getByRole("button", { name: "Cancel the change" }).click();
      await expect(toast(page)).toContainText("The change is cancelled");
      await page.goto(second);
      await expect(toast(page)).toContainText("a newer one replaced it");
    });
  });
}

test.describe("the square of a picture", () => {
  const cropped = async (page: Page, choose: (page: Page) => Promise<unknown>) => {
    await signIn(page, await newPerson("Carla"));
    await page.goto("/settings");
    await hydrated(page);
    await page.getByLabel("Job title").selectOption("UX Designer");
    await page.getByLabel("Upload a picture").setInputFiles(await upload());
    await expect(page.getByRole("application", { name: "The part of the picture that is kept" })).toBeVisible();
    await choose(page);
    await save(page);
    await expect(toast(page)).toContainText("Your profile was saved");
    await expect(page.getByRole("application")).toHaveCount(0);
    return edges(page);
  };

  test("is dragged by mouse", async ({ page }) => {
    const drag = async () => {
      await page.getByLabel("Zoom").fill("25"); // twice as near, as far as the picture allows
      const box = await page.getByRole("application").boundingBox();
      if (!box) throw new Error("There is nothing to drag.");
      await page.mouse.move(box.x + 20, box.y + 100);
      await page.mouse.down();
      await page.mouse.move(box.x + 1000, box.y + 100, { steps: 5 });
      await page.mouse.up();
    };
    expect(await cropped(page, drag)).toEqual(["red", "red"]);
  });

  test("is moved by arrow keys @exhaustive", async ({ page }) => {
    const press = async () => {
      await page.getByLabel("Zoom").focus();
      for (let time = 0; time < 25; time++) await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Shift+Tab");
      await expect(page.getByRole("application")).toBeFocused();
      for (let time = 0; time < 15; time++) await page.keyboard.press("Shift+ArrowLeft");
    };
    expect(await cropped(page, press)).toEqual(["blue", "blue"]);
  });

  test("is moved by sliders @exhaustive", async ({ page }) => {
    const slide = async () => {
      await page.getByLabel("Zoom").fill("50");
      await page.getByLabel("Left to right").fill("50");
      await page.getByLabel("Top to bottom").fill("0");
      await expect(page.getByLabel("Top to bottom")).toHaveAttribute("aria-valuetext", "0%");
    };
    expect(await cropped(page, slide)).toEqual(["green", "green"]);
  });

  test("is not asked for of a file that is no picture, which is refused @exhaustive", async ({ page }) => {
    await signIn(page, await newPerson("Sven"));
    await page.goto("/settings");
    await hydrated(page);
    await page.getByLabel("Job title").selectOption("UX Designer");
    await page
      .getByLabel("Upload a picture")
      .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from("<script>alert(1)</script>") });
    await save(page);
    await expect(page.getByLabel("Upload a picture")).toHaveAccessibleDescription(
      /This file is .*not a picture that can be (read|shown)/,
    );
    await expect(page.getByRole("application")).toHaveCount(0);
    await expect(page.locator("form img.avatar")).toHaveCount(0);
  });

  test("is chosen for colleagues too @exhaustive", async ({ page }) => {
    await signIn(page);
    const { id } = await addUser(page.request);
    await page.goto(`/users/${id}`);
    await hydrated(page);
    await page.getByLabel("Upload a picture").setInputFiles(await upload());
    await page.getByLabel("Zoom").fill("25");
    await page.getByLabel("Left to right").fill("100");
    await page.getByRole("button", { name: "Save user" }).click();
    await expect(toast(page)).toContainText("was saved");
    expect(await edges(page)).toEqual(["blue", "blue"]);
  });
});

test("a picture of 60 MB is refused with a sentence, and nothing is changed @exhaustive", async ({ page }) => {
  const person = await newPerson("Maxi");
  await signIn(page, person);
  const file = (megabytes: number) => ({
    name: "me.png",
    mimeType: "image/png",
    buffer: Buffer.alloc(megabytes << 20, 1),
  });
  const send = async (megabytes: number) =>
    page.request.post("/settings", {
      headers: { Cookie: await session(page) },
      multipart: {
        revision: "1",
        name: "Changed",
        role: "UX Designer",
        phone: "",
        country: "",
        image: "",
        picture: file(megabytes),
      },
    });
  const whole = await send(60);
  expect(whole.status()).toBe(413);
  expect(await whole.text()).toContain("At most 32 MB can be sent at once. Nothing was changed.");
  const beside = await send(20);
  expect(beside.status()).toBe(413);
  expect(await beside.text()).toContain("This file is larger than 8 MB. Choose a smaller one.");
  await page.goto("/settings");
  await expect(page.getByLabel("Name")).toHaveValue(person.name);
});
