import type { TSchema } from '@sinclair/typebox'
import type { NamedTool } from '../registry/tools.ts'
import { type Around, afterwards, type Eventually, type Outcome } from '../run/call.ts'
import type { Metrics } from './metrics.ts'

/** Returns a wrapper that counts the findings of tools, and the running checks, of every face. */
export function runMetrics(tools: readonly NamedTool[], metrics: Pick<Metrics, 'found' | 'probesOpen'>): Around {
  const statuses = new Map(tools.map((named) => [named.name, statusReader(named)]))
  return (named, _, go) => {
    const statusIn = statuses.get(named.name)
    const counted = (outcome: Outcome) => {
      const status = statusIn?.(outcome.result) ?? null
      if (status !== null) metrics.found(named.name, status)
      return outcome
    }
    if (named.tool.policy.kind === 'offline') return afterwards(go(), counted)
    metrics.probesOpen.inc()
    return afterwards(
      settled(go, () => metrics.probesOpen.dec()),
      counted,
    )
  }
}

/** Ends every run, even one that throws at once: it becomes a rejection. */
async function settled(go: () => Eventually<Outcome>, end: () => void): Promise<Outcome> {
  try {
    return await go()
  } finally {
    end()
  }
}

/** The fields in which a result may say its finding in a word; the first that the schema has is used. */
const STATUS_FIELDS = ['status', 'verdict', 'outcome'] as const

type StatusIn = (result: unknown) => string | null

/** Returns a reader of the status of a tool's results. Only words of its schema become labels. */
function statusReader({ tool }: NamedTool): StatusIn {
  const { properties = {} } = tool.result
  const field = STATUS_FIELDS.find((name) => wordsOf(properties[name]).size > 0)
  if (field) {
    const words = wordsOf(properties[field])
    return (result) => {
      const value = fieldOf(result, field)
      return typeof value === 'string' && words.has(value) ? value : null
    }
  }
  if (!('reached' in properties)) return () => null
  return (result) => (fieldOf(result, 'reached') === true ? 'reached' : 'not-reached')
}

function wordsOf(schema: TSchema | undefined): ReadonlySet<string> {
  const options: TSchema[] = schema?.anyOf ?? []
  return new Set(options.map((option): unknown => option.const).filter((word) => typeof word === 'string'))
}

function fieldOf(result: unknown, field: string): unknown {
  return typeof result === 'object' && result !== null ? Object.getOwnPropertyDescriptor(result, field)?.value : undefined
}
