import type { Static, TObject } from '@sinclair/typebox'
import type { Block, BlockOf } from '../contract/blocks.ts'
import { type Locale, type Say, sayIn } from '../contract/text.ts'
import type { Command } from './commands.ts'
import type { ISSUANCE_FIELDS, Method } from './fields.ts'
import { METHOD_NAMES } from './say.ts'
import { toldText } from './told.text.ts'
import { isBlockedAt, type Stop, trunkOf, wayOf } from './way.ts'

type Shown = Static<TObject<typeof ISSUANCE_FIELDS>>
type Told = Pick<Shown, 'domain' | 'unicodeDomain' | 'wildcard' | 'methods' | 'best' | 'caa' | 'addresses'> & {
  readonly commands: readonly Command[]
}
type Words = Say<typeof toldText.en>

const MARKS = { 'would-work': 'good', 'would-fail': 'bad', 'cannot-tell': 'unknown' } as const
/** The authorities of CAA records that stand in a sentence. */
const ISSUERS_MAX = 3

/**
 * Draws what an authority meets on its way: at the name first, then by each method, with what stands in the way at its place; then the
 * lines to type, of two programs at first, and what each address answered.
 */
export function issuanceTold(answer: Told, nameOf: (method: Method) => string, locale: Locale): readonly Block[] {
  const say = sayIn(toldText, locale)
  const trunk = trunkOf(answer)
  const few = fewOf(answer.commands)
  return [
    { kind: 'checks', lists: [{ checks: trunk.map((stop) => checkOf(stop, foundAt(stop, answer, say), say)) }] },
    {
      kind: 'checks',
      lists: answer.methods.map((finding) => ({
        name: `${nameOf(finding.method)} (${METHOD_NAMES[finding.method]})`,
        ...wayList(finding, answer, trunk, say),
      })),
    },
    ...answer.commands.map((command) => commandBlock(command, !few.includes(command), say)),
    {
      ...{ kind: 'table', title: say('addresses'), more: true, columns: [say('address'), say('http-port'), say('tls-port')] },
      rows: answer.addresses.map((one) => [one.address, httpCell(one, say), tlsCell(one.tls, say)]),
    },
  ]
}

function wayList(
  finding: Shown['methods'][number],
  { best, addresses }: Told,
  trunk: readonly Stop[],
  say: Words,
): BlockOf<'checks'>['lists'][number] {
  const { method, verdict } = finding
  const shared = trunk.filter((stop) => isBlockedAt(stop, finding))
  return {
    ...{ word: say(verdict), mark: MARKS[verdict] },
    ...(method === best && { best: say('best') }),
    checks: [
      ...shared.map(({ place }) => ({ label: say(place === 'caa' ? 'because-caa' : 'because-name'), mark: 'bad' as const })),
      ...wayOf(finding, trunk).map((stop) => {
        const found = stop.place === 'address' ? addresses.map(({ address }) => address).join(', ') : ''
        return checkOf(stop, found, say)
      }),
    ],
  }
}

function checkOf({ place, mark, problems }: Stop, found: string, say: Words) {
  return { label: say(place), ...(found !== '' && { found }), notes: problems.map(({ text }) => text), mark }
}

/** Returns what was found at a place that all methods share; nothing where a problem says it. */
function foundAt({ place, mark, problems }: Stop, { domain, unicodeDomain = domain, wildcard, caa }: Told, say: Words): string {
  if (place === 'name') return unicodeDomain
  const { found: name, issuers, wildcardIssuers } = caa
  if (problems.length > 0 || (name === null && mark === null)) return ''
  if (name === null) return say('caa-none')
  const named = wildcard && wildcardIssuers.length > 0 ? wildcardIssuers : issuers
  if (named.length > ISSUERS_MAX) return say('caa-many', { name, count: named.length })
  return named.length === 0 ? say('caa-open', { name }) : say('caa-only', { name, issuers: named.join(', ') })
}

/** The programs that order, a file by the name of its program. */
const ORDERING: Partial<Record<Command['program'], string>> = {
  certbot: 'certbot',
  caddy: 'caddy',
  caddyfile: 'caddy',
  'acme.sh': 'acme.sh',
}
const NAMES: Partial<Record<Command['program'], string>> = { caddy: 'Caddy', caddyfile: 'Caddyfile', apache: 'Apache' }

/** Returns the lines of the first two programs that order, and all that are to be changed. */
function fewOf(commands: readonly Command[]): readonly Command[] {
  const programs = [...new Set(commands.flatMap(({ program }) => ORDERING[program] ?? []))].slice(0, 2)
  return commands.filter(({ program }) => ORDERING[program] === undefined || programs.includes(ORDERING[program]))
}

function commandBlock({ program, note, lines }: Command, more: boolean, say: Words): Block {
  const name = program === 'zone-file' ? say(program) : (NAMES[program] ?? program)
  return { kind: 'code', title: name, ...(note !== null && { note }), more, lines }
}

function httpCell({ http, file }: Shown['addresses'][number], say: Words) {
  if (http === null) return ''
  const { outcome, status, server, redirects } = http
  const parts = [
    say(outcome),
    status === null ? null : `HTTP ${status}`,
    file === null || file === 'not-reached' ? null : say(file),
    server,
  ]
  const notes = redirects.map((one) => `${one.status} ${one.location}`)
  return { text: parts.filter((part) => part !== null).join(' · '), notes }
}

function tlsCell(tls: Shown['addresses'][number]['tls'], say: Words): string {
  if (tls === null) return ''
  return tls.alert === null ? say(tls.outcome) : `${say(tls.outcome)} · ${say('alert-number', { number: tls.alert })}`
}
