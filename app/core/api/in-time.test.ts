import { afterEach, expect, it } from "vitest";
import { write } from "db";
import { cast, testDatabase } from "~/testing/database";
import { run, send, signedIn } from "~/testing/requests";
import { userResource } from "~/features/users/users.server";
import { writeTimeout } from "./in-time.server";
import { action } from "~/features/api/resource";

testDatabase();
const usual = { ...writeTimeout };
afterEach(() => Object.assign(writeTimeout, usual));

it("a change that would wait for a long one gets 503 with Retry-After, and is not made later", async () => {
  const asked = await signedIn(send("PUT", "/api/users", { id: cast.dan.id, address: "Peru" }), cast.ada);
  Object.assign(writeTimeout, { seconds: 0.02 });
  let end = () => undefined as void;
  const long = write(() => new Promise<void>((resolve) => (end = resolve)));
  const { status, data, headers } = await run(action, asked.clone());
  expect({ status, data, after: headers.get("Retry-After") }).toEqual({
    status: 503,
    data: { message: "Another change goes on that takes long. Nothing was changed: try again in half a minute." },
    after: "30",
  });
  end();
  await long;
  await write(async () => undefined);
  expect((await userResource.unrestricted.get(cast.dan.id))?.country).toBe(cast.dan.country);
  expect((await run(action, asked)).status).toBe(200);
  expect((await userResource.unrestricted.get(cast.dan.id))?.country).toBe("Peru");
});
