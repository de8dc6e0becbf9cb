/** Makes the company's first row, from the environment. */
import { config, isLoopback } from "../config";
import type { Connection } from "./connection";

/** Returns the first values of the company; later changes are made on its settings page. */
export function firstCompany() {
  const { name, address, payment } = config.company;
  const { hostname, host } = new URL(config.appUrl);
  const issuer = { name, address, payment, website: isLoopback(hostname) ? "" : host, currency: config.currency };
  return { issuer, company: { ...issuer, timeZone: config.timeZone } };
}

/** Inserts the company and its first issuer where there is none, and completes one from before it had a time zone. */
export function addFirstCompany(connection: Connection) {
  const { company } = firstCompany();
  for (const table of ["companies", "issuers"])
    connection
      .prepare(
        `insert or ignore into ${table} (id, name, address, payment, website, currency) values (1, :name, :address, :payment, :website, :currency)`,
      )
      .run(company);
  connection.prepare("update companies set time_zone = :timeZone where time_zone = ''").run(company);
}
