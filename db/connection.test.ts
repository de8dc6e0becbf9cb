import { expect, test } from "vitest";
import { DatabaseError, fileError } from "./connection";

test("a driver that was compiled for another Node version is explained in a sentence", () => {
  const message = "The module was compiled against a different Node.js version using NODE_MODULE_VERSION 115.";
  const explained = fileError("portico.db", Object.assign(new Error(message), { code: "ERR_DLOPEN_FAILED" }));
  expect(explained).toBeInstanceOf(DatabaseError);
  expect(explained?.message).toBe(
    `The database driver was compiled for another version of Node than this one, ${process.versions.node}. Run Portico with Node 24, or run "npm rebuild better-sqlite3" with this one.`,
  );
});

test("a driver that a missing library keeps from loading is not said to be compiled for another Node", () => {
  const error = Object.assign(new Error("libstdc++.so.6: cannot open"), { code: "ERR_DLOPEN_FAILED" });
  expect(fileError("portico.db", error)).toBeUndefined();
});
