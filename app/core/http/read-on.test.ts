import { isRouteErrorResponse } from "@remix-run/react";
import { expect, test } from "vitest";
import { whileAdmitted } from "./api.server";
import { inContext } from "./request-context.server";

test("a stream that may not continue ends with an error that Remix takes for a refusal, not for a fault", async () => {
  const body = new Response("rows").body!;
  const assertStillAdmitted = () => Promise.reject(new Error("signed out"));
  const stream = inContext({ searches: [], assertStillAdmitted }, () => whileAdmitted(body));
  const error: unknown = await new Response(stream).json().catch((thrown: unknown) => thrown);
  expect(isRouteErrorResponse(error)).toBe(true);
  expect(error).toMatchObject({ status: 403, message: "Whoever read this may not read it any more." });
});
