import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from '../icon.tsx'
import { issuanceKey, issuanceText } from '../issuance.text.ts'
import { type Issuance, issuanceIn, type MethodFinding, type PortAnswer } from '../issuance.ts'
import { isBlockedAt, type Mark, type Stop, trunkOf, wayOf } from '../issuance-way.ts'
import { Prose } from '../prose.tsx'
import { usePageWords, useSay } from '../words.ts'

/** Renders what an authority meets on its way: at the name first, then by each method, with what stands in the way at its place. */
export function IssuanceResult({ answer }: { answer: Readonly<Record<string, unknown>> }) {
  const say = useSay(issuanceText)
  const issuance = issuanceIn(answer)
  if (!issuance) return null
  const { methods, best, addresses } = issuance
  const trunk = trunkOf(issuance)
  return (
    <>
      <ol class="steps" aria-label={say('path')}>
        {trunk.map((stop) => (
          <StopRow key={stop.place} stop={stop}>
            {said(stop, issuance, say)}
          </StopRow>
        ))}
      </ol>
      <div class="branches">
        {methods.map((finding) => (
          <Branch key={finding.method} finding={finding} isBest={finding.method === best} issuance={issuance} trunk={trunk} />
        ))}
      </div>
      {addresses.length === 0 ? null : <Addresses addresses={addresses} />}
    </>
  )
}

type Say = ReturnType<typeof useSay<typeof issuanceText.en>>

/** Authorities in a row: of more, the number is shown. */
const NAMES_SHOWN_MAX = 3

/** Returns what was found at a place that all methods share, where nothing is wrong. */
function said({ place, mark, problems }: Stop, { domain, caa }: Issuance, say: Say): string {
  if (place === 'name') return domain
  if (problems.length > 0) return ''
  const name = caa.found
  if (name === '') return mark === 'ok' ? say('caa.none') : ''
  const { issuers } = caa
  if (issuers.length > NAMES_SHOWN_MAX) return say('caa.many', { name, count: issuers.length })
  return issuers.length === 0 ? say('caa.open', { name }) : say('caa.only', { name, issuers: issuers.join(', ') })
}

const VERDICT_CLASSES = { 'would-work': 'reachable', 'would-fail': 'blocked', 'cannot-tell': 'cannot-tell' } as const

interface BranchProps {
  readonly finding: MethodFinding
  readonly isBest: boolean
  readonly issuance: Issuance
  readonly trunk: readonly Stop[]
}

function Branch({ finding, isBest, issuance, trunk }: BranchProps) {
  const say = useSay(issuanceText)
  const { method, verdict } = finding
  const blocked = trunk.filter((stop) => isBlockedAt(stop, finding))
  return (
    <section class={isBest ? 'branch best' : 'branch'} aria-label={method}>
      <h3>
        {say(method)} <code class="quiet small">{method}</code>
      </h3>
      <p class={`way-verdict verdict-${VERDICT_CLASSES[verdict]}`}>
        {say(verdict)}
        {isBest ? <span class="badge good">{say('best')}</span> : null}
      </p>
      {blocked.map(({ place }) => (
        <p key={place} class="small">
          {say(place === 'caa' ? 'because.caa' : 'because.name')}
        </p>
      ))}
      <ol class="steps">
        {wayOf(finding, trunk).map((stop) => (
          <StopRow key={stop.place} stop={stop}>
            {stop.place === 'address' ? issuance.addresses.map(({ address }) => address).join(', ') : ''}
          </StopRow>
        ))}
      </ol>
    </section>
  )
}

const MARKS: Readonly<Record<Mark, readonly [status: string, icon: IconName]>> = {
  ok: ['ok', 'ok'],
  problem: ['problem', 'problem'],
  warning: ['unknown', 'warning'],
  unseen: ['skipped', 'skipped'],
}

/** Renders a place with its mark, what was seen there, and what stands in the way. */
function StopRow({ stop: { place, mark, problems }, children }: { stop: Stop; children: ComponentChildren }) {
  const [say, page] = [useSay(issuanceText), usePageWords()]
  const [status, icon] = MARKS[mark]
  const name = mark === 'ok' || mark === 'problem' ? page(`status.${mark}`) : say(mark)
  return (
    <li class={`step step-${status}${problems.length > 0 ? ' step-cause' : ''}`}>
      <span class="tick">
        <Icon name={icon} />
        <span class="hidden">{name}</span>
      </span>
      <div>
        <strong>{say(`at.${place}`)}</strong>
        {children === '' ? null : <p class="small">{children}</p>}
        {problems.map((problem, index) => (
          <p key={index}>
            <Prose text={problem.text} />
          </p>
        ))}
      </div>
    </li>
  )
}

function Addresses({ addresses }: Pick<Issuance, 'addresses'>) {
  const say = useSay(issuanceText)
  return (
    <details class="part">
      <summary>{say('addresses')}</summary>
      <dl class="values">
        {addresses.map(({ address, http, tls }) => (
          <div key={address} class="deep">
            <dt>{address}</dt>
            <dd>
              <PortLine name={say('at.http-port')} answer={http} />
              <PortLine name={say('at.tls-port')} answer={tls} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function PortLine({ name, answer }: { name: string; answer: PortAnswer | null }) {
  const say = useSay(issuanceText)
  if (answer === null) return null
  const { outcome, status, server, alert, redirects } = answer
  const key = issuanceKey(`outcome.${outcome}`)
  const parts = [
    key === null ? outcome : say(key),
    ...(status === null ? [] : [`HTTP ${status}`]),
    ...(alert === null ? [] : [say('alert', { number: alert })]),
    ...(server === '' ? [] : [server]),
  ]
  return (
    <>
      <p>
        {name}: {parts.join(' · ')}
      </p>
      {redirects.map((redirect, index) => (
        <p key={index} class="mono small quiet">
          {redirect}
        </p>
      ))}
    </>
  )
}
