/**
 * Runs a script's work with its arguments and prints the lines it returns. An error is printed as its message, with
 * exit code 1; `work` must import modules that read the settings itself, so that invalid settings are handled as
 * well.
 */
export async function runScript(work: (args: string[]) => Promise<string[]>) {
  try {
    for (const line of await work(process.argv.slice(2))) console.log(line);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
