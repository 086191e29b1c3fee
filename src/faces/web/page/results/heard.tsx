import { namesText } from '../names.text.ts'
import { useSay } from '../words.ts'
import { type Finding, findingIn } from './finding.ts'
import { type Match, Tick, Values } from './pair.tsx'
import { spanOf } from './span.ts'

/** Answer of one server: the one of the domain itself, or a resolver that keeps a copy for a while. */
export interface HeardAnswer extends Finding {
  /** The name of the resolver; null for the name server of the domain. */
  readonly resolver: string | null
  readonly address: string | null
  readonly values: readonly string[]
  readonly omitted: number
  readonly ttl: number | null
  /** The outcome of comparing it; null where it is what others are compared with. */
  readonly mark: Match | null
  /** The values that others do not have. */
  readonly strange: readonly string[]
}

interface Props {
  readonly all: readonly HeardAnswer[]
  /** The words for an answer that is not as it should be. */
  readonly differs: string
}

/** Renders the answers of servers to the same question side by side. */
export function HeardAnswers({ all, differs }: Props) {
  return (
    <div class="columns">
      {all.map((heard) => (
        <Heard key={`${heard.resolver} ${heard.address}`} heard={heard} differs={differs} />
      ))}
    </div>
  )
}

function Heard({ heard, differs }: { heard: HeardAnswer; differs: string }) {
  const say = useSay(namesText)
  const { resolver, address, values, omitted, ttl, mark, strange } = heard
  // Where all are strange, the badge says so for all of them.
  const marked = strange.length < values.length ? strange : []
  const label = mark === 'problem' ? differs : say(`pair.${mark ?? 'unknown'}`)
  return (
    <section class={mark === 'problem' ? 'column differs' : 'column'}>
      <h3>
        {mark === null ? null : <Tick mark={mark} label={label} />}
        {resolver ?? say('zone')}
      </h3>
      <p class="quiet small mono">{address ?? say('zone.not-asked')}</p>
      {values.length === 0 ? <p>{findingIn(heard, say)}</p> : <Values values={values} strange={marked} />}
      {omitted > 0 ? <p class="small">{say('more', { count: omitted })}</p> : null}
      {ttl === null || values.length === 0 ? null : <p class="quiet small">{keptFor(ttl, resolver === null, say)}</p>}
      {mark === 'problem' ? <p class="badge">{differs}</p> : null}
    </section>
  )
}

function keptFor(ttl: number, isZone: boolean, say: ReturnType<typeof useSay<typeof namesText.en>>): string {
  if (ttl === 0) return say('cached.not')
  return say(isZone ? 'cached.zone' : 'cached.resolver', { span: spanOf(ttl, say) })
}
