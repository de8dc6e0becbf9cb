/** `npm run check:deploy`: prints the problems of this deployment, and exits with 1 if there are any. */
import { runScript } from "./run-script";

await runScript(async () => {
  const [{ closeDatabase }, { hostHeaderFault, deploymentProblems: weaknesses }] = await Promise.all([
    import("db"),
    import("../server/deployment"),
  ]);
  const found = [...(await weaknesses()), ...(await hostHeaderFault())];
  await closeDatabase();
  if (!found.length) return ["No problems found."];
  throw new Error(["Problems found:", ...found.map((sentence) => `- ${sentence}`)].join("\n"));
});
