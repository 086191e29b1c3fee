import type { Locale } from '../../contract/text.ts'
import { ConfigError } from '../../settings/config-error.ts'
import { cliText } from './cli.text.ts'
import { type Field, type FieldSchema, isPortList, kindsOf } from './fields.ts'

const NUMBER = /^-?\d+(\.\d+)?$/
/** `8080`, `8080/tcp`, `9000:80/udp`: the port outside, if it is another one, the port at the device, the protocol. */
const PORT_MAPPING = /^(?:(\d+):)?(\d+)(?:\/([a-z]+))?$/i

/**
 * Reads the texts of a flag as a value of its field. The schema of the tool judges later, in its own words, whether the field takes it:
 * what cannot be a number stays a text. Throws a ConfigError if it cannot even be read.
 */
export function readField({ flag, schema }: Field, texts: readonly string[], locale: Locale): unknown {
  const refuse = () => new ConfigError(cliText.say(locale, isPortList(schema) ? 'not-ports' : 'not-json', { flag: `--${flag}` }))
  if (kindsOf(schema).has('array')) return texts.flatMap((text) => readList(text, schema, refuse))
  const [text = '', ...more] = texts
  if (more.length > 0) throw new ConfigError(cliText.say(locale, 'given-twice', { flag: `--${flag}` }))
  return readValue(text, schema, refuse)
}

type Refuse = () => ConfigError

function readValue(text: string, schema: FieldSchema, refuse: Refuse): unknown {
  const kinds = kindsOf(schema)
  if (kinds.has('object')) return readJson(text, refuse)
  if ((kinds.has('integer') || kinds.has('number')) && NUMBER.test(text)) return Number(text)
  if (kinds.has('boolean') && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  return text
}

/** Reads a list: JSON, or entries with commas between them. */
function readList(text: string, schema: FieldSchema, refuse: Refuse): unknown[] {
  if (text.trim().startsWith('[')) {
    const list = readJson(text, refuse)
    return Array.isArray(list) ? list : [list]
  }
  const entries = text.split(',').map((entry) => entry.trim())
  return entries.map((entry) => (isPortList(schema) ? readPort(entry, refuse) : readValue(entry, schema.items ?? {}, refuse)))
}

function readPort(text: string, refuse: Refuse): unknown {
  const [, external, port, protocol] = PORT_MAPPING.exec(text) ?? []
  if (port === undefined) throw refuse()
  return {
    port: Number(port),
    ...(external !== undefined && { externalPort: Number(external) }),
    ...(protocol !== undefined && { protocol: protocol.toLowerCase() }),
  }
}

function readJson(text: string, refuse: Refuse): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refuse()
  }
}
