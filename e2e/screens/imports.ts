/** Screens of imports. */
import type { Page } from "@playwright/test";
import { unique } from "../support";
import { alert, heading, longName, press, type Screens } from "./steps";

/** Uploads a file and goes to the step that maps its columns. */
async function sendFile(page: Page, kind: string, content: string) {
  await page.goto(`/${kind}/import`);
  await page.getByLabel("CSV file").setInputFiles({
    name: `${longName("file ").slice(0, 90)}.csv`,
    mimeType: "text/csv",
    buffer: Buffer.from(content),
  });
  await press(page, "Read the file");
  await heading(page, "Match the columns");
}

export const imports: Screens = {
  "somebody's imports": async (page) => {
    await sendFile(page, "users", `name\n${longName()}\n`);
    await page.goto("/imports");
    await heading(page, "Your imports");
  },
  "a file that was not read": async (page) => {
    await page.goto("/orders/import");
    await press(page, "Read the file");
    await alert(page);
  },
  "the columns of a file": async (page) => {
    await sendFile(page, "users", `Name,Shoe size,${longName("head ")}\n${longName()},41,\n`);
    await press(page, "Try it");
    await heading(page, "What would be imported");
    await page.getByRole("link", { name: "Change the columns" }).click();
    await heading(page, "Match the columns");
  },
  "what a file would do": async (page) => {
    await sendFile(
      page,
      "users",
      `id,name,email,role,status,created\n2,${longName()},,,,2020\n,Ida,nobody,Juggler,,\n,${longName()},${unique("axe")}@example.com,Data Scientist,Active,\n`,
    );
    await press(page, "Try it");
    await heading(page, "What would be imported");
  },
};
