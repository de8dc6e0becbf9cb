/** What is wrong with the configuration: a sentence for each variable, one per line. */
export class ConfigError extends Error {
  override name = "ConfigError";
}
