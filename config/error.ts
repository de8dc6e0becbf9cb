/** Errors in the configuration, one sentence per variable and line. */
export class ConfigError extends Error {
  override name = "ConfigError";
}
