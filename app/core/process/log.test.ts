import { afterEach, expect, test, vi } from "vitest";
import { DatabaseError } from "db/connection";
import { log, makeLog } from "./log.server";
import { inRequest, logSecurityEvent } from "./security-log.server";

afterEach(() => void vi.restoreAllMocks());

function logged(write: (to: typeof log) => void) {
  const lines: string[] = [];
  write(makeLog("trace", { write: (line) => void lines.push(line) }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

const driverError = (code: string) => Object.assign(new Error("database or disk is full"), { code });

test("error codes are readable in the log, including those of causes", () => {
  const [plain, caused] = logged((to) => {
    to.error({ err: driverError("SQLITE_FULL") }, "unexpected error");
    to.error(
      { err: new DatabaseError("The disk is full.", { cause: driverError("SQLITE_IOERR_WRITE") }) },
      "unexpected error",
    );
  });
  expect(plain).toMatchObject({ err: { message: "database or disk is full", code: "SQLITE_FULL" } });
  expect(caused).toMatchObject({
    err: { type: "DatabaseError", message: "The disk is full.", cause: { code: "SQLITE_IOERR_WRITE" } },
  });
});

test("codes that users type, passwords and tokens are removed from the log", () => {
  const [line] = logged((to) =>
    to.info({
      code: "123456",
      form: { code: "123456", password: "hunter22", token: "t0ken" },
      authorization: "Bearer t0ken",
    }),
  );
  expect(JSON.stringify(line)).not.toMatch(/123456|hunter22|t0ken/);
});

test("a security event contains user, address and outcome; failures are warnings", () => {
  const [info, warn] = [vi.spyOn(log, "info"), vi.spyOn(log, "warn")];
  inRequest({ id: "a1b2c3d4e5", address: "203.0.113.7" }, () => {
    logSecurityEvent({ event: "sign-in", outcome: "success", userId: 3, way: "password" });
    logSecurityEvent({ event: "sign-in", outcome: "failure", userId: 3, way: "password", why: "wrong-password" });
  });
  const from = {
    security: true,
    event: "sign-in",
    userId: 3,
    way: "password",
    id: "a1b2c3d4e5",
    address: "203.0.113.7",
  };
  expect(info.mock.calls).toEqual([[{ ...from, outcome: "success" }, "security event"]]);
  expect(warn.mock.calls).toEqual([[{ ...from, outcome: "failure", why: "wrong-password" }, "security event"]]);
});
