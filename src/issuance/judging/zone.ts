import type { ChallengeRecord, Facts, ZoneFacts } from '../facts.ts'
import { problemOf } from './names.ts'
import { ofName, type Problem } from './problem.ts'

/** Returns what stands in the way of DNS-01: at the servers of the zone, then at the name of the challenge. */
export function problemsOfZone({ subject, dns }: Facts): Problem[] {
  const { zone, challenge } = dns
  const name = `_acme-challenge.${subject.ascii}`
  if (zone === null || challenge === null)
    return [ofName('dns-failed', 'unclear', { type: zone ? 'TXT' : 'NS', name, status: 'not-asked' })]
  const record = problemsOfRecord(challenge)
  const isDelegated = challenge.alias !== null
  const failure = isDelegated && challenge.aliasAnswers === false ? null : problemOf({ ...challenge, type: 'TXT' }, dns)
  const lent = problemsOfLender(zone, challenge, subject.ascii)
  return [...problemsOfServers(zone), ...(failure ? [failure] : []), ...lent, ...record]
}

function problemsOfServers({ servers }: ZoneFacts): Problem[] {
  const bad = servers.filter(({ state }) => state !== 'answers' && state !== 'not-asked')
  const isAnswered = servers.some(({ state }) => state === 'answers')
  const count = servers.length
  if (bad.length === 0) return isAnswered ? [] : [ofName('address-not-checked', 'unclear', { port: 53 })]
  const [first] = bad
  if (bad.length === count) return [ofName('lame-name-server', 'error', { server: first?.name ?? '', count, kind: 'all' })]
  const severity = isAnswered ? 'warning' : 'unclear'
  return bad.map(({ name, state }) =>
    ofName('lame-name-server', severity, { server: name, count, ...(state === 'lame' ? {} : { kind: state }) }),
  )
}

/** Returns the doubt whether the owner of a lent name can write a challenge; a record that is there says that it can be. */
function problemsOfLender({ isLent, apex }: ZoneFacts, { alias, values }: ChallengeRecord, name: string): Problem[] {
  const isOpen = isLent && alias === null && values.length === 0
  return isOpen ? [ofName('zone-not-yours', 'unclear', { name, found: apex ?? '' })] : []
}

function problemsOfRecord({ name, alias, aliasAnswers, values }: ChallengeRecord): Problem[] {
  return [
    ...(alias === null ? [] : [problemOfAlias(name, alias, aliasAnswers)]),
    ...(values.length === 0 ? [] : [ofName('challenge-leftover', 'warning', { name, count: values.length })]),
  ]
}

/** Returns the remark that the challenge is answered elsewhere; whether anything can be written there is seen by its zone alone. */
function problemOfAlias(name: string, target: string, answers: boolean | null): Problem {
  if (answers === true) return ofName('challenge-delegated', 'warning', { name, target })
  return answers === false
    ? ofName('challenge-delegated', 'error', { name, target, kind: 'dead' })
    : ofName('challenge-delegated', 'unclear', { name, target, kind: 'unknown' })
}
