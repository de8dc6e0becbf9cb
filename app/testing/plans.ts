/** Query plans of SQLite. */
import Database from "better-sqlite3";
import { vi } from "vitest";
import { config } from "config";
import { closeDatabase } from "db";

/** Returns the query plan steps of all statements that `act` runs, such as `SCAN journal`. */
export async function stepsOf(act: () => Promise<unknown>): Promise<string[]> {
  await closeDatabase(); // clears the cached statements, so that all are compiled again
  const compiled = vi.spyOn(Database.prototype, "prepare");
  await act();
  const texts = new Set(
    compiled.mock.calls.map(([text]) => text).filter((text) => /^(select|insert|update|delete|with)\b/i.test(text)),
  );
  compiled.mockRestore();
  const connection = new Database(config.databaseFile, { readonly: true });
  for (const name of ["folded", "natural_key", "day_of", "hour_of", "canonical_address"])
    connection.function(name, { deterministic: true }, (value) => value);
  const steps = [...texts].flatMap((text) =>
    connection
      .prepare<unknown[], { detail: string }>(`explain query plan ${text}`)
      .all(Array.from({ length: text.split("?").length - 1 }, () => null)),
  );
  connection.close();
  return steps.map(({ detail }) => detail);
}
