/** `npm run db:seed`: a fresh sample in place of what is in the database. `-- --erase` allows that for real data too. */

/** Errors whose message is written for people. */
const forPeople = new Set(["ConfigError", "DatabaseError"]);

try {
  const args = process.argv.slice(2);
  const unknown = args.filter((arg) => arg !== "--erase");
  if (unknown.length > 0) {
    console.error(`The seed does not know ${unknown.join(" ")}. Its only option is --erase.`);
    process.exitCode = 1;
  } else {
    const { reseed } = await import("./db/seed"); // a wrong setting fails here, and is said below
    console.log((await reseed({ erase: args.includes("--erase") })).join("\n"));
  }
} catch (error) {
  const { name, message } = error instanceof Error ? error : { name: "", message: String(error) };
  console.error(forPeople.has(name) ? message : `The seed failed and changed nothing: ${message}`);
  process.exitCode = 1;
}

export {};
