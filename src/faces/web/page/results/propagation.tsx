import type { Propagation } from '../answers.ts'
import { useToolWords } from '../words.ts'

interface Column {
  readonly name: string
  readonly address: string
  readonly status: string
  readonly values: readonly string[]
  readonly ttl: number | null
}

/** Renders the records of the zone beside those that each resolver returns; differences are marked. */
export function PropagationResult({ answer }: { answer: Propagation }) {
  const say = useToolWords()
  const { authoritative, answers } = answer
  const columns: Column[] = [
    ...(authoritative ? [{ ...authoritative, name: say('dns.zone'), address: authoritative.nameserver }] : []),
    ...answers.map(({ resolver, ...heard }) => ({ ...heard, name: resolver.id, address: resolver.address })),
  ]
  const truth = new Set(authoritative?.values)
  return (
    <div class="columns">
      {columns.map((column) => (
        <Heard key={column.name + column.address} column={column} truth={authoritative ? truth : null} />
      ))}
    </div>
  )
}

function Heard({ column: { name, address, status, values, ttl }, truth }: { column: Column; truth: ReadonlySet<string> | null }) {
  const say = useToolWords()
  const differs = truth !== null && (values.length !== truth.size || values.some((value) => !truth.has(value)))
  return (
    <section class={differs ? 'column differs' : 'column'}>
      <h3>{name}</h3>
      <p class="quiet small mono">{address}</p>
      {values.length === 0 ? <p>{status}</p> : null}
      <ul class="mono">
        {values.map((value) => (
          <li key={value}>{truth && !truth.has(value) ? <mark>{value}</mark> : value}</li>
        ))}
      </ul>
      <p class="quiet small">{ttl === null || ttl === 0 ? '' : `TTL ${ttl} s`}</p>
      {differs ? <p class="badge">{say('dns.differs')}</p> : null}
    </section>
  )
}
