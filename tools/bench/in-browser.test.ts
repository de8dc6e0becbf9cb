import { describe, expect, it } from "vitest";
import { measureInBrowser } from "./in-browser.mjs";

/** Returns fake browsers that are counted, and crash when one of their pages says so. */
function browsers() {
  const launched: { connected: boolean }[] = [];
  const launch = async () => {
    const browser = { connected: true };
    launched.push(browser);
    return {
      isConnected: () => browser.connected,
      close: async () => void (browser.connected = false),
      end: () => (browser.connected = false),
    } as never;
  };
  return { launched, launch };
}

const closed = () => {
  throw new Error("Target page, context or browser has been closed");
};

describe("pages measured in a browser", () => {
  it("are measured anew in another browser where the first is closed before its time", async () => {
    const { launched, launch } = browsers();
    const tried: string[] = [];
    const measure = async (browser: unknown, page: string) => {
      tried.push(page);
      if (tried.length === 2) {
        (browser as { end(): void }).end();
        closed();
      }
      return `${page} measured`;
    };
    const results = await measureInBrowser(["/login", "/users", "/sales"], measure, () => "closed", launch);
    expect(results).toEqual(["/login measured", "/users measured", "/sales measured"]);
    expect([tried, launched]).toEqual([
      ["/login", "/users", "/users", "/sales"],
      [{ connected: false }, { connected: false }],
    ]);
  });

  it("pages measured in a browser that no browser survives are left out, and the others are measured", async () => {
    const { launch } = browsers();
    const measure = async (browser: unknown, page: string) => {
      if (page !== "/heavy") return page;
      (browser as { end(): void }).end();
      return closed();
    };
    expect(await measureInBrowser(["/heavy", "/users"], measure, () => "closed", launch)).toEqual(["closed", "/users"]);
  });

  it("pages measured in a browser that fail by themselves fail, and the browser is closed", async () => {
    const { launched, launch } = browsers();
    const measure = () => Promise.reject(new Error("404"));
    await expect(measureInBrowser(["/users"], measure, () => "closed", launch)).rejects.toThrow("404");
    expect(launched).toEqual([{ connected: false }]);
  });
});
