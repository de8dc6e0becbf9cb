import type { LoaderFunctionArgs } from "@remix-run/node";
import { expect, it } from "vitest";
import { inContext } from "~/core/http/request-context.server";
import { loader as orders } from "~/features/orders/list";
import { loader as users } from "~/features/users/list";
import { loader as root } from "~/root";
import { loader as layout } from "~/shell/layout";
import { cast, testDatabase } from "~/testing/database";
import { run, signedIn } from "~/testing/requests";
import { countCalls } from "../tools/trace/describe.mjs";
import { record, recordStatements } from "../tools/trace/recorder.mjs";

testDatabase();
recordStatements();

it.each<[path: string, maxStatements: number, loader: (args: LoaderFunctionArgs) => Promise<unknown>]>([
  ["/users", 12, users],
  ["/orders", 14, orders],
])("the loaders of %s run at most %i SQL statements", async (path, maxStatements, page) => {
  const request = await signedIn(path, cast.ada);
  const loadPage = () =>
    inContext({ searches: [] }, () => Promise.all([root, layout, page].map((loader) => run(loader as never, request))));
  await loadPage(); // fills the caches of the process
  const { call, result, end } = record(loadPage);
  await result;
  end();
  const { statements } = countCalls(call).ofRequest;
  expect(statements).toBeGreaterThan(5);
  expect(statements).toBeLessThanOrEqual(maxStatements);
});
