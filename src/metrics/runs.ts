import type { TSchema } from '@sinclair/typebox'
import { isProbing, type NamedTool } from '../operations/registry/tools.ts'
import { type Around, afterwards, type Eventually, type Outcome } from '../operations/run/call.ts'
import type { Metrics } from './metrics.ts'

/** Returns a wrapper that counts the findings of tools, and the running checks, of every face. */
export function runMetrics(tools: readonly NamedTool[], metrics: Pick<Metrics, 'found' | 'ended' | 'probesOpen'>): Around {
  const readers = new Map(tools.map((named) => [named.name, { statusIn: statusReader(named), endsIn: endsReader(named) }]))
  const around: Around = (named, _, go) => {
    const { statusIn, endsIn } = readers.get(named.name) ?? {}
    const counted = (outcome: Outcome) => {
      const status = statusIn?.(outcome.result) ?? null
      if (status !== null) metrics.found(named.name, status)
      for (const verdict of endsIn?.(outcome.result) ?? []) metrics.ended(named.name, verdict)
      return outcome
    }
    if (!isProbing(named)) return afterwards(go(), counted)
    return afterwards(open(metrics, go), counted)
  }
  const concerns = (named: NamedTool) => {
    const { statusIn, endsIn } = readers.get(named.name) ?? {}
    return isProbing(named) || Boolean(statusIn ?? endsIn)
  }
  return Object.assign(around, { concerns })
}

/** Counts a check while it runs. One that throws at once becomes a rejection. */
async function open(metrics: Pick<Metrics, 'probesOpen'>, go: () => Eventually<Outcome>): Promise<Outcome> {
  metrics.probesOpen++
  try {
    return await go()
  } finally {
    metrics.probesOpen--
  }
}

/** The fields in which a result may say its finding in a word; the first that the schema has is used. */
const STATUS_FIELDS = ['status', 'verdict', 'outcome'] as const

type StatusIn = (result: unknown) => string | null

/** Returns a reader of the status of a tool's results; null if they have none. Only words of its schema become labels. */
function statusReader({ tool }: NamedTool): StatusIn | null {
  const { properties = {} } = tool.result
  const field = STATUS_FIELDS.find((name) => wordsOf(properties[name]).size > 0)
  if (field) {
    const words = wordsOf(properties[field])
    return (result) => {
      const value = fieldOf(result, field)
      return typeof value === 'string' && words.has(value) ? value : null
    }
  }
  if (!('reached' in properties)) return null
  return (result) => (fieldOf(result, 'reached') === true ? 'reached' : 'not-reached')
}

/** The fields in which a result may have findings on where packets ended: one, or one for each entry of a list. */
const END_FIELD = 'where'
const LIST_FIELD = 'families'

/** Returns a reader of the verdicts on where packets ended; null if there are none. Only words of the schema become labels. */
function endsReader({ tool }: NamedTool): ((result: unknown) => string[]) | null {
  const { properties = {} } = tool.result
  const own = verdictsIn(properties[END_FIELD])
  const listed = verdictsIn(properties[LIST_FIELD]?.items?.properties?.[END_FIELD])
  const known = new Set([...own, ...listed])
  if (known.size === 0) return null
  return (result) => {
    const list = fieldOf(result, LIST_FIELD)
    const ends = [result, ...(Array.isArray(list) ? list : [])].map((one) => fieldOf(fieldOf(one, END_FIELD), 'verdict'))
    return ends.filter((verdict) => typeof verdict === 'string').filter((verdict) => known.has(verdict))
  }
}

/** Returns the verdicts of a schema of such a finding, which may be null. */
function verdictsIn(schema: TSchema | undefined): ReadonlySet<string> {
  const options: TSchema[] = schema?.anyOf ?? []
  return new Set(options.flatMap(({ properties }) => [...wordsOf(properties?.verdict)]))
}

function wordsOf(schema: TSchema | undefined): ReadonlySet<string> {
  const options: TSchema[] = schema?.anyOf ?? []
  return new Set(options.map((option): unknown => option.const).filter((word) => typeof word === 'string'))
}

function fieldOf(result: unknown, field: string): unknown {
  return typeof result === 'object' && result !== null ? Object.getOwnPropertyDescriptor(result, field)?.value : undefined
}
