/** A setting that cannot be used. The message is the one line that the operator reads. */
export class ConfigError extends Error {}
