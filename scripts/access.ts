/**
 * `npm run access -- EMAIL owner`: sets a user's access level on the server machine, in case no owner can sign in.
 * `-- --remove-demo` removes the demo accounts of a sample.
 */
import { runScript } from "./run-script";

await runScript(async ([email, level, ...areas]) => {
  const { config } = await import("config");
  const [{ closeDatabase }, { mustExist }, { migrateDatabase }] = await Promise.all([
    import("db"),
    import("db/connection"),
    import("db/migrate"),
  ]);
  mustExist(config.databaseFile);
  migrateDatabase(config.databaseFile, { besideServer: true });
  await import("~/resources.server");
  const { removeDemoLogins } = await import("~/features/team/access/demo-logins.server");
  const { giveByHand } = await import("~/features/team/access/grant-from-terminal.server"); // creates a secret in the data folder if there is none
  const { mailSettled } = await import("~/core/mail/mail.server");
  const { wakeSender } = await import("~/core/mail/sender.server");
  try {
    const sentences = email === "--remove-demo" ? await removeDemoLogins() : [await giveByHand(email, level, areas)];
    wakeSender();
    await mailSettled();
    return sentences;
  } finally {
    await closeDatabase();
  }
});
