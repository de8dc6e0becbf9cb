/** Makes the company's first row, from the environment. */
import { config, isLoopback } from "../config";
import type { Connection } from "./connection";

/** Inserts the company and its first issuer where there is none; later changes are made on its settings page. */
export function addFirstCompany(connection: Connection) {
  const { name, address, payment } = config.company;
  const { hostname, host } = new URL(config.appUrl);
  const values = { name, address, payment, website: isLoopback(hostname) ? "" : host };
  for (const table of ["companies", "issuers"])
    connection
      .prepare(
        `insert or ignore into ${table} (id, name, address, payment, website) values (1, :name, :address, :payment, :website)`,
      )
      .run(values);
}
