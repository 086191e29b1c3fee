import type { Locale } from '../../contract/text.ts'
import { readTexts } from '../../registry/field-values.ts'
import { ConfigError } from '../../settings/config-error.ts'
import { cliText } from './cli.text.ts'
import type { Field } from './fields.ts'

/** Reads the texts of a flag as a value of its field. Throws a ConfigError if they cannot even be read. */
export function readField({ flag, schema }: Field, texts: readonly string[], locale: Locale): unknown {
  const read = readTexts(schema, texts)
  if ('value' in read) return read.value
  throw new ConfigError(cliText.say(locale, read.why, { flag: `--${flag}` }))
}
