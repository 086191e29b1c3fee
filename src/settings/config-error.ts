/** A value that does not parse: the message is the one line that the operator reads. */
export class ConfigError extends Error {}
