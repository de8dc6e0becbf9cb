/** Tests that form-only addresses redirect a visitor who signs in on the way to one. */
import { describe, expect, it } from "vitest";
import { loader as mark } from "~/features/inbox/mark";
import { loader as readAll } from "~/features/inbox/read-all";
import { loader as undo } from "~/features/records/undo";
import { loader as bulk } from "~/features/records/bulk";
import { loader as restore } from "~/features/records/restore";
import { loader as status } from "~/features/records/status";
import { loader as trash } from "~/features/records/trash";
import { cast, testDatabase } from "~/testing/database";
import { get, run, signedIn } from "~/testing/requests";

testDatabase();

describe.each([
  ["/users/6/trash", trash, "/users/6"],
  ["/users/6/restore", restore, "/users/6"],
  ["/users/6/status", status, "/users/6"],
  ["/users/bulk?q=a&page=2", bulk, "/users?q=a&page=2"],
  ["/Users/BULK", bulk, "/users"],
  ["/undo", undo, "/activity"],
  ["/notifications/read", readAll, "/notifications"],
  ["/messages/read", readAll, "/messages"],
  ["/messages/6/mark", mark, "/messages"],
])("%s", (path, loader, page) => {
  it(`redirects a signed-in user to ${page}`, async () => {
    expect(await run(loader, await signedIn(path, cast.ada), { id: "6" })).toMatchObject({
      status: 302,
      location: page,
    });
  });

  it("requires a signed-in user", async () => {
    expect(await run(loader, get(path), { id: "6" })).toMatchObject({
      status: 302,
      location: expect.stringMatching(/^\/login\?from=/),
    });
  });
});
