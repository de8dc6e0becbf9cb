/**
 * Runs a script's work with its arguments and prints the lines that it answers. Errors become their sentence, and exit
 * code 1; so the work itself imports what reads the settings, of which one may be wrong.
 */
export async function runScript(work: (args: string[]) => Promise<string[]>) {
  try {
    for (const line of await work(process.argv.slice(2))) console.log(line);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
