// Bodies made from published schemas, right and wrong. None of them makes a server send anything: every address is of a documentation or
// local block, and every name is one that cannot exist.

type Random = () => number
export interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly const?: unknown
  readonly minimum?: number
  readonly maximum?: number
}

const TARGETS = [
  ...'192.0.2.1 198.51.100.7 203.0.113.9 2001:db8::1 127.0.0.1 10.1.2.3 ::1 ::ffff:192.0.2.1 192.168.0.1'.split(' '),
  ...'fuzz.invalid www.fuzz.invalid localhost a.test _x._tcp.fuzz.invalid 한국.invalid'.split(' '),
  `${'a'.repeat(64)}.invalid`,
  'http://192.0.2.1/',
  'https://fuzz.invalid:8443/x?y#z',
  'http://[2001:db8::1]/',
  'ftp://fuzz.invalid/',
  'http://u:p@fuzz.invalid/',
  ...'1.2.0.192.in-addr.arpa A AAAA mx HTTPS tcp udp iptime kt minecraft-java home.invalid. *.invalid'.split(' '),
]
const ODD: readonly unknown[] = [
  '',
  ' ',
  '\0',
  '\u202e',
  '\ud800',
  'a'.repeat(5000),
  '..',
  '-',
  '%00',
  '127.1',
  '0x7f.1',
  '__proto__',
  'null',
  '💥',
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  65_535,
  65_536,
  2 ** 53,
  [],
  {},
  [[]],
  ['192.0.2.1'],
  { toString: 1 },
]
const ODD_BODIES: readonly unknown[] = [null, [], [{}], 1, 'x', true, {}, { __proto: 1 }, { constructor: 1 }]

const from = <Value>(random: Random, values: readonly Value[]): Value | undefined => values[Math.floor(random() * values.length)]

function valueFor(schema: Schema, random: Random): unknown {
  if (random() < 0.12) return from(random, ODD)
  if (schema.const !== undefined) return schema.const
  if (schema.anyOf) return valueFor(from(random, schema.anyOf) ?? {}, random)
  if (schema.type === 'object') return objectFor(schema, random)
  if (schema.type === 'array') return Array.from({ length: Math.floor(random() * 4) }, () => valueFor(schema.items ?? {}, random))
  if (schema.type === 'boolean') return random() < 0.5
  if (schema.type === 'integer' || schema.type === 'number') {
    const { minimum = 0, maximum = 65_535 } = schema
    return from(random, [minimum, maximum, minimum - 1, maximum + 1, Math.floor(minimum + random() * (maximum - minimum))])
  }
  return from(random, TARGETS)
}

function objectFor({ properties = {}, required = [] }: Schema, random: Random): Record<string, unknown> {
  const names = Object.keys(properties).filter((name) => random() < (required.includes(name) ? 0.95 : 0.5))
  const body = Object.fromEntries(names.map((name) => [name, valueFor(properties[name] ?? {}, random)]))
  return random() < 0.05 ? { ...body, unknown: from(random, ODD) } : body
}

export function bodyFor(schema: Schema, random: Random): unknown {
  return random() < 0.03 ? from(random, ODD_BODIES) : objectFor(schema, random)
}
