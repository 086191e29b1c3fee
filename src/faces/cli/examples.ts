import type { NamedTool } from '../../registry/tools.ts'
import { isBoundToRequester } from '../../run/requester.ts'
import { type Field, type FieldSchema, fieldsOf, isPortList, isSwitch, wordsOf } from './fields.ts'

/** Server that is asked in the examples of tools about the requester. */
const EXAMPLE_SERVER = 'https://doorstep.example.com'

const PORTS_EXAMPLE = '8080/tcp,9000:80/udp'

/** Command lines that a tool accepts, made of the examples in its schema. */
export function examplesOf(named: NamedTool): readonly string[] {
  const fields = fieldsOf(named)
  const required = fields.filter(({ isRequired }) => isRequired)
  const optional = fields.filter(({ isRequired }) => !isRequired)
  const start = ['doorstep', named.name, ...required.map(writtenValue)]
  const { policy } = named.tool
  const isAsked = policy.kind === 'at-home' ? policy.server !== 'unused' : isBoundToRequester(named)
  const asked = isAsked ? ['--server', EXAMPLE_SERVER] : []
  const [first] = optional
  if (required.length > 0)
    return [
      line(start, asked),
      line(start, [...(first ? [isSwitch(first) ? flagged(first) : writtenValue(first)].flat() : []), '--json'], asked),
    ]
  if (!first) return [line(start, asked), line(start, ['--json'], asked)]
  const ports = optional.find(({ schema }) => isPortList(schema))
  const others = optional.filter((field) => field !== first && field !== ports).slice(0, OTHERS_MAX)
  return [line(start, flagged(first), asked), line(start, flagged(ports ?? first), others.flatMap(flagged), asked)]
}

/** The further fields of a longer example. */
const OTHERS_MAX = 2

function line(...parts: readonly (readonly string[])[]): string {
  return parts.flat().join(' ')
}

function flagged(field: Field): string[] {
  return [`--${field.flag}`, writtenValue(field)]
}

/** Returns the first example of a field, its last word or its default; in quotes where a shell needs them. */
function writtenValue({ schema }: Pick<Field, 'schema'>): string {
  const value = isPortList(schema) ? PORTS_EXAMPLE : String(exampleIn(schema))
  return /^[\w.:/,-]+$/.test(value) ? value : `'${value}'`
}

function exampleIn(schema: FieldSchema): unknown {
  return schema.examples?.[0] ?? wordsOf(schema).at(-1) ?? schema.default ?? schema.minimum ?? ''
}
