// A home and three places out of namespaces: a filter by origin in the router of the home, places that are away, slow or of before, and
// names that lead into the home. Nobody but the visitor is spoken to. With DOORSTEP_PLACES_RUNS each situation is asked for so often,
// and with DOORSTEP_PLACES_TABLE the results are written there as rows.

import { expect } from 'bun:test'
import { appendFileSync } from 'node:fs'
import type { Home } from '../support/home/homes.ts'
import { buildPlaces, ECHO_PORT, type Oslo, PLACES_NEED, type Places } from '../support/home/places.ts'
import { routerTable } from '../support/home/router.ts'
import { labTest } from '../support/lab.ts'
import { run } from '../support/net/namespace.ts'
import { spawnLine } from '../support/process/command-line.ts'
import { shared } from '../support/shared.ts'

const PORT = 25_565
const RUNS = Number(process.env.DOORSTEP_PLACES_RUNS ?? 1)
const TABLE = process.env.DOORSTEP_PLACES_TABLE
/** A port that should stay shut. */
const DESKTOP = 3389

const thePlaces = shared(buildPlaces)

type Name = 'here' | 'frankfurt' | 'oslo'

interface Situation {
  readonly name: string
  readonly port?: number
  readonly isRuled?: boolean
  readonly isListening?: boolean
  /** Those that the router of the home keeps out, and how. */
  readonly out?: readonly Name[]
  readonly how?: 'drop' | 'reject with tcp reset'
  readonly oslo?: Oslo
  readonly tool?: string
  /** The code, the situation and the steps. */
  readonly told: readonly [difference: string | null, situation: string | null, ...steps: string[]]
  /** The sentences in English; HERE is the doorstep that is named by its address. */
  readonly says: string
}

const FILTER = ['filtered-by-origin', 'find-origin-filter', 'ask-provider', 'try-from-there'] as const
const SO = 'So the way is open, and something filters by where a connection comes from.'

const SITUATIONS: readonly Situation[] = [
  { name: 'all get through', told: ['same', null], says: 'Open from HERE, Frankfurt, Oslo, and Earlier.' },
  { name: 'nobody gets through', isRuled: false, told: ['same', null], says: 'Silent from HERE, Frankfurt, Oslo, and Earlier.' },
  {
    name: 'one is kept out',
    out: ['frankfurt'],
    told: ['reachable-from-some', ...FILTER],
    says: `Open from HERE, Oslo, and Earlier, silent from Frankfurt. ${SO}`,
  },
  {
    name: 'the one that was asked first is refused',
    out: ['here'],
    how: 'reject with tcp reset',
    told: ['reachable-from-some', ...FILTER],
    says: `Open from Frankfurt, Oslo, and Earlier, closed from HERE. ${SO}`,
  },
  {
    name: 'all but one are kept out, one of them of before',
    out: ['here', 'oslo'],
    told: ['reachable-from-some', ...FILTER],
    says: `Open from Frankfurt, silent from HERE, Oslo, and Earlier. ${SO}`,
  },
  {
    name: 'a service that should stay shut is open to some',
    port: DESKTOP,
    out: ['frankfurt'],
    told: ['reachable-from-some', 'exposed', 'protect-service'],
    says: `Open from HERE, Oslo, and Earlier, silent from Frankfurt. ${SO}`,
  },
  ...(['is down', 'lacks the path', 'is slow'] as const).map((what): Situation => {
    const oslo = { 'is down': 'down', 'lacks the path': 'missing', 'is slow': 'slow' } as const
    const says = 'Open from HERE, Frankfurt, and Earlier. Nothing is known from Oslo.'
    return { name: `one place ${what}`, oslo: oslo[what], told: ['one-place-cannot', null], says }
  }),
  {
    name: 'no program listens',
    isListening: false,
    told: ['same', null],
    says: 'Closed from HERE, Frankfurt, Oslo, and Earlier.',
  },
  {
    name: 'one is kept out while another is down',
    out: ['frankfurt'],
    oslo: 'down',
    told: ['reachable-from-some', ...FILTER],
    says: `Open from HERE and Earlier, silent from Frankfurt. ${SO}`,
  },
  {
    name: 'one is kept out, for the whole check, which a place of before does not have',
    out: ['frankfurt'],
    tool: 'reachability',
    told: ['reachable-from-some', ...FILTER],
    says: `Open from HERE and Oslo, not reached from Frankfurt. ${SO}`,
  },
]

/** Runs a command line on the computer, which waits as long as one does outside of tests. */
const lineAt = (home: Home, args: readonly string[]) => spawnLine(args, { command: home.command([]) })

/** Sets the home up: a rule, a program behind it, and a filter by origin. */
function setUp(
  { home, addresses }: Places,
  { port = PORT, isRuled = true, isListening = true, out = [], how = 'drop' }: Partial<Situation>,
) {
  const rules = isRuled ? [{ protocol: 'tcp' as const, port, to: home.own }] : []
  const from = out.map((name) => addresses[name]).join(', ')
  const filter = `table inet origin {
chain forward {
type filter hook forward priority -10
iifname "wan" ip saddr { ${from} } ct state new ${how}
}
}
`
  return home.setUp({
    routers: { home: { rules } },
    listens: isListening ? [{ port }] : [],
    ...(out.length > 0 && { tables: { home: `${routerTable({ rules })}${filter}` } }),
  })
}

for (const situation of SITUATIONS) {
  const { name, port = PORT, tool = 'port-check', oslo = 'up', told, says } = situation
  labTest(`${name}: ${told[1] ?? told[0]}`, PLACES_NEED, async () => {
    const places = await thePlaces()
    const { home, here, addresses } = places
    await using _ = await setUp(places, situation)
    await places.setOslo(oslo)
    const subject = tool === 'port-check' ? [String(port)] : ['--port', String(port)]
    await repeated(name, async () => {
      const started = performance.now()
      const { code, out, err } = await lineAt(home, [tool, ...subject, '--places', '--json', '--server', here.url])
      const elapsedMs = performance.now() - started
      expect(err).toBe('')
      const { difference, situation: found, nextActions, headline } = JSON.parse(out)
      expect([difference, found, ...nextActions.map(({ code }: { code: string }) => code)]).toEqual([...told])
      expect(headline.replaceAll(new URL(here.url).host, 'HERE')).toBe(says)
      expect(code).toBe(says.startsWith('Open from HERE, Frankfurt, Oslo') ? 0 : says.includes('known') ? 2 : 1)
      return elapsedMs
    })
    // Packets went to nobody else, from either side.
    const spoken = new Set((await home.spoken()).map(({ address }) => address))
    const asked = Object.values(addresses)
    expect([...spoken].filter((address) => !asked.includes(address))).toEqual([])
    expect(new Set(await places.told())).toEqual(new Set([home.seen]))
  })
}

/** Asks as often as is wanted, and writes down how long it took. */
async function repeated(name: string, ask: () => Promise<number>): Promise<void> {
  const seconds: number[] = []
  for (let times = 0; times < RUNS; times++) seconds.push((await ask()) / 1000)
  const [least, most] = [Math.min(...seconds), Math.max(...seconds)]
  if (TABLE) appendFileSync(TABLE, `| ${name} | ${seconds.length} of ${RUNS} | ${least.toFixed(1)} to ${most.toFixed(1)} |\n`)
}

labTest('a filter is named in Korean, with what to do first', PLACES_NEED, async () => {
  const places = await thePlaces()
  await using _ = await setUp(places, { out: ['frankfurt'] })
  await places.setOslo('up')
  const args = ['port-check', String(PORT), '--places', '--lang', 'ko', '--server', places.here.url]
  const { out } = await lineAt(places.home, args)
  const host = new URL(places.here.url).host
  const [, finding = '', steps = ''] = out.split('\n\n')
  expect(finding).toBe(
    `${host}, Oslo 및 Earlier에서는 열려 있지만 Frankfurt에서는 응답이 없습니다. 포트는 열려 있으며, 접속하는 곳에 따라 차단되고 있습니다.`,
  )
  expect(steps).toStartWith('1. Frankfurt 쪽의 접속을 막는 설정을 찾으십시오. ')
})

labTest('the API names the places, and each answers the visitor itself', PLACES_NEED, async () => {
  const places = await thePlaces()
  const { home, here } = places
  await using _ = await setUp(places, { out: ['frankfurt'] })
  await places.setOslo('up')
  const ask = async (url: string, ...more: string[]) =>
    JSON.parse(await run(home.street.inside('dev', ['curl', '-s', '--max-time', '30', url, ...more])))
  const [own, ...others] = await ask(`${here.url}/api/places`)
  expect(own).toEqual({ name: new URL(here.url).host, url: null, echoPort: ECHO_PORT })
  expect(others.map(({ name }: { name: string }) => name)).toEqual(['Frankfurt', 'Oslo', 'Earlier'])
  const all = [here.url, ...others.map(({ url }: { url: string }) => url)]
  const seen = await Promise.all(all.map((url) => ask(`${url}/api/tools/port-check`, '--json', JSON.stringify({ port: PORT }))))
  expect(seen.map(({ ip, status }) => [ip, status])).toEqual(
    ['open', 'timeout', 'open', 'open'].map((status) => [home.seen, status]),
  )
})

labTest(
  'a name that leads into the own network is not asked because a server on the internet names it',
  PLACES_NEED,
  async () => {
    const places = await thePlaces()
    const { home, named, addresses } = places
    await using _ = await setUp(places, {})
    const { code, out } = await lineAt(home, ['port-check', String(PORT), '--places', '--server', named.url])
    const inside = 'not asked: its address belongs to a private network, and the server that names it is on the internet'
    expect(code).toBe(2)
    expect(out.split('\n').map((line) => line.replace(/: {2,}/, ': '))).toEqual([
      `${new URL(named.url).host}: open`,
      'Frankfurt: open',
      `Inside: ${inside}`,
      `Both: ${inside}`,
      'Nowhere: not asked: it cannot be reached from here',
      '',
      `Open from ${new URL(named.url).host} and Frankfurt. Nothing is known from Inside, Both, and Nowhere.`,
      '',
    ])
    const spoken = (await home.spoken()).map(({ address }) => address)
    expect(new Set(spoken)).toEqual(new Set([addresses.here, addresses.frankfurt]))
  },
)

const HOMES: readonly (Partial<Situation> & {
  readonly name: string
  readonly found: readonly [cause: string, situation: string, difference: string]
})[] = [
  { name: 'all get through', found: ['answers', 'open', 'same'] },
  { name: 'this command is what listens', isListening: false, found: ['proven', 'program-off', 'same'] },
  { name: 'there is no rule', isRuled: false, found: ['no-rule-proven', 'no-rule-seen', 'same'] },
  {
    name: 'one place is kept out',
    out: ['frankfurt'],
    found: ['filtered-by-origin', 'filtered-by-origin', 'reachable-from-some'],
  },
  {
    name: 'the one that looks closely is kept out',
    out: ['here'],
    found: ['filtered-by-origin', 'filtered-by-origin', 'reachable-from-some'],
  },
]
for (const { name, found, ...given } of HOMES)
  labTest(`home, ${name}: the whole picture`, PLACES_NEED, async () => {
    const places = await thePlaces()
    const { home, here } = places
    await using _ = await setUp(places, given)
    await places.setOslo('up')
    const args = ['home', '--port', String(PORT), '--places', '--server', here.url]
    await repeated(`home, ${name}`, async () => {
      const { code, out } = await lineAt(home, [...args, '--json'])
      const { cause, situation, computer, gateway, line, places: seen, nextActions, elapsedMs } = JSON.parse(out)
      expect([cause, situation, seen.difference]).toEqual([...found])
      expect([computer.address, gateway.address, line.translators]).toEqual([home.own, home.router, 1])
      expect(seen.seen.map((one: { name: string }) => one.name).slice(1)).toEqual(['Frankfurt', 'Oslo', 'Earlier'])
      expect(code).toBe(cause === 'answers' ? 0 : 1)
      if (cause === 'filtered-by-origin') expect(nextActions[0].code).toBe('find-origin-filter')
      return elapsedMs
    })
  })
