// Certificates that are ordered for real, by each method, from an authority in namespaces: what certificate-check says before is what becomes
// of the order. A run of this file alone tries a part of the set-ups; DOORSTEP_CERTIFICATE_TABLE has all tried, and writes the
// results there as a table.

import { afterAll, expect } from 'bun:test'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { METHODS, type Method, type MethodVerdict, type ProblemCode } from '../../src/issuance/fields.ts'
import type { Ordered } from '../support/acme/client.ts'
import { ACME_LAB_NEEDS, type AcmeLab, startAcmeLab } from '../support/acme/lab.ts'
import { NAME_SERVERS, RESOLVER } from '../support/acme/names.ts'
import type { Place, Setup } from '../support/acme/setup.ts'
import { SETUPS } from '../support/acme/setups.ts'
import { BODY_MARK, listening, makeFile } from '../support/acme/web.ts'
import { IN_FULL, labTest, programPath } from '../support/lab.ts'
import type { Namespace } from '../support/net/namespace.ts'
import { shared } from '../support/shared.ts'

// The lines that doorstep tells, typed on the device of a home: certbot and Caddy order from the authority of the lab.
const ORDER_MS = 30_000
const POLL_MS = 50

/** Runs a line of certbot, with what it has to know of the lab; returns whether it has put a certificate in its folder. */
async function runCertbot(device: Namespace, line: string, place: Place, directory: string): Promise<boolean> {
  const folder = join(place.folder, 'certbot')
  const [sudo, program = '', ...words] = line.split(' ')
  if (sudo !== 'sudo') throw new Error(`not a line of an administrator: ${line}`)
  const folders = ['config', 'work', 'logs'].flatMap((name) => [`--${name}-dir`, join(folder, name)])
  const quietly = ['--non-interactive', '--agree-tos', '--register-unsafely-without-email']
  const lab = ['--server', directory, '--no-verify-ssl', '--http-01-address', place.bound4]
  const { exitCode, stderr } = await device.exec([programPath(program) ?? '', ...words, ...folders, ...quietly, ...lab])
  if (exitCode !== 0) throw new Error(stderr)
  return existsSync(join(folder, 'config', 'live', place.domain, 'fullchain.pem'))
}

/** Starts Caddy as a web server on port 80 of a place, with these lines in its site; `reload` puts others there. */
async function startCaddy(world: Namespace, { folder, domain, bound4 }: Place, lines: string) {
  const config = join(folder, 'Site')
  const start = async (site: string) => {
    writeFileSync(config, `{\nadmin off\nauto_https off\n}\nhttp://${domain} {\nbind ${bound4}\n${site}\n}\n`)
    const child = world.spawn([programPath('caddy') ?? '', 'run', '--config', config, '--adapter', 'caddyfile'])
    await listening(world, bound4, 80)
    return child
  }
  let child = await start(lines)
  const stop = () => {
    child.kill('SIGKILL')
    return child.exited
  }
  return {
    async reload(others: string) {
      await stop()
      child = await start(others)
    },
    [Symbol.asyncDispose]: async () => void (await stop()),
  }
}

/** Runs Caddy with lines of a Caddyfile; returns whether it comes to have a certificate. */
async function runCaddy(device: Namespace, lines: readonly string[], place: Place, directory: string): Promise<boolean> {
  const folder = join(place.folder, 'caddy')
  const config = join(place.folder, 'Caddyfile')
  const lab = ['admin off', `storage file_system ${folder}`, `default_bind ${place.bound4}`, `acme_ca ${directory}`]
  writeFileSync(config, `{\n${lab.join('\n')}\nacme_ca_root ${place.folder}/web.pem\n}\n${lines.join('\n')}\n`)
  const child = device.spawn([programPath('caddy') ?? '', 'run', '--config', config, '--adapter', 'caddyfile'])
  try {
    for (const started = performance.now(); performance.now() - started < ORDER_MS; await Bun.sleep(POLL_MS)) {
      const files = existsSync(folder) ? readdirSync(folder, { recursive: true }) : []
      if (files.some((file) => String(file).endsWith(`${place.domain}.crt`))) return true
    }
    return false
  } finally {
    child.kill('SIGKILL')
    await child.exited
  }
}

// The ends of real orders, beside what doorstep said before: for tests, and as a table for people.
/** One method of one set-up: the order, and what was said of it. */
interface Tried {
  readonly setup: Setup
  readonly method: Method
  readonly ordered: Ordered
  readonly verdict: MethodVerdict
  readonly problems: readonly ProblemCode[]
}

/** Returns whether the largest authority issues: what the one of the lab did, except where its rules are other ones. */
function wouldIssue({ setup, method, ordered }: Pick<Tried, 'setup' | 'method' | 'ordered'>): boolean {
  return setup.differs?.[method]?.issues ?? ordered.issued
}

/** Returns whether a verdict is wrong: it promises a certificate that does not come, or gives up one that does. */
const isWrong = (tried: Tried): boolean => isSure(tried) && (tried.verdict === 'would-work') !== wouldIssue(tried)

const isSure = ({ verdict }: Tried) => verdict !== 'cannot-tell'

/** Returns the table in Markdown, with what differs between authorities and how often each verdict was right. */
function tableOf(all: readonly Tried[]): string {
  const setups = SETUPS.filter((setup) => all.some((tried) => tried.setup === setup))
  const reasons = [...new Set(setups.flatMap(({ differs = {} }) => Object.values(differs).map(({ because }) => because)))]
  const cell = (tried: Tried | undefined) => {
    if (!tried) return ''
    const because = tried.setup.differs?.[tried.method]?.because
    const mark = because === undefined ? '' : ` (${reasons.indexOf(because) + 1})`
    return `${tried.ordered.issued ? 'issued' : 'refused'}${mark}: \`${tried.verdict}\``
  }
  const rows = setups.map((setup) => {
    const own = all.filter((tried) => tried.setup === setup)
    const problems = [...new Set(own.flatMap((tried) => tried.problems))].map((code) => `\`${code}\``)
    const cells = METHODS.map((method) => cell(own.find((tried) => tried.method === method)))
    return `| ${[setup.title, ...cells, problems.join(', ')].join(' | ')} |\n`
  })
  const counts = METHODS.map((method) => {
    const own = all.filter((tried) => tried.method === method)
    const open = own.filter((tried) => !isSure(tried)).length
    const wrong = own.filter(isWrong).length
    const byRules = own.filter((tried) => wouldIssue(tried) !== tried.ordered.issued && !isWrong(tried) && isSure(tried)).length
    return `| ${method} | ${own.length} | ${own.length - open - wrong - byRules} | ${byRules} | ${open} | ${wrong} |\n`
  })
  return `| method | set-ups | right by the order | right by the rules alone | left open | wrong |
| --- | --- | --- | --- | --- | --- |
${counts.join('')}
| set-up | HTTP-01 | TLS-ALPN-01 | DNS-01 | problems |
| --- | --- | --- | --- | --- |
${rows.join('')}
${reasons.map((reason, at) => `${at + 1}. ${reason}\n`).join('')}`
}

const CLIENTS = [...ACME_LAB_NEEDS.programs, 'certbot', 'caddy']
const TABLE = process.env.DOORSTEP_CERTIFICATE_TABLE
const TRIED = SETUPS.filter(({ always }) => IN_FULL || TABLE !== undefined || always)
/** The end of an order that meets silence alone: the table waits for it, other runs take it as known. */
const SILENCE: Ordered = { issued: false, why: 'silence' }
/** Set-ups at a time: an order waits for silence most of the time. */
const AT_ONCE = 14
const PATIENT_TRIES = 3
const LONGEST_MS = 10_000
/** The ports that are asked; at the requester's own address, a look at the way asks others. */
const PORTS = [53, 80, 443]

interface Run {
  readonly tried: readonly Tried[]
  readonly elapsedMs: number
  /** The findings of a file at each address, where one was made. */
  readonly file: readonly (string | null)[] | undefined
}

const lab = shared(() => startAcmeLab(TRIED))
let runs: Promise<Map<Setup, Run>> | undefined

/** Asks doorstep, then orders by every method, at as many set-ups at once as the machine bears. */
async function tryAll(): Promise<Map<Setup, Run>> {
  const { places, check, order } = await lab()
  const found = new Map<Setup, Run>()
  const waiting = [...places]
  const tryOne = async (place: Place) => {
    const { setup } = place
    const answer = await check(place, setup.file && { file: makeFile(place) })
    expect(JSON.stringify(answer)).not.toContain(BODY_MARK)
    const tried = METHODS.map(async (method): Promise<Tried> => {
      const { verdict, problems } = answer.methods.find((one: { method: string }) => one.method === method)
      const isKnown = TABLE === undefined && setup.silent?.includes(method)
      const ordered = isKnown ? SILENCE : await orderPatiently(place, method, order)
      const codes = problems.map(({ code }: { code: string }) => code)
      return { setup, method, verdict, problems: codes, ordered }
    })
    const file = setup.file && answer.addresses.map((one: { file: string | null }) => one.file)
    found.set(setup, { tried: await Promise.all(tried), elapsedMs: answer.elapsedMs, file })
  }
  const work = async () => {
    for (let place = waiting.shift(); place; place = waiting.shift()) await tryOne(place)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return found
}

/** Orders again where one of the name servers is silent: the resolver has to have met it before an answer comes within the two seconds of pebble. */
async function orderPatiently(place: Place, method: Method, order: AcmeLab['order']): Promise<Ordered> {
  let tries = place.setup.servers?.includes('silent') && place.setup.servers.length > 1 ? PATIENT_TRIES : 1
  for (;;) {
    const ordered = await order(place, method)
    if (ordered.issued || --tries === 0) return ordered
  }
}

const allRuns = () => (runs ??= tryAll())

for (const setup of TRIED)
  labTest(`${setup.title} (${setup.label})`, ACME_LAB_NEEDS, async () => {
    const run = (await allRuns()).get(setup)
    const tried = run?.tried ?? []
    expect(Object.fromEntries(tried.map(({ method, verdict }) => [method, verdict]))).toEqual(setup.expected)
    for (const one of tried) {
      const { method, problems } = one
      expect({ method, problems }).toEqual({ method, problems: expect.arrayContaining([...(setup.problems?.[method] ?? [])]) })
      expect({ ...one, isWrong: isWrong(one) }).toMatchObject({ isWrong: false })
    }
    expect(run?.file).toEqual(setup.file && [...setup.file])
    expect(run?.elapsedMs).toBeLessThan(LONGEST_MS)
  })

labTest('with a proof of the port, the certificate is certain where nothing listens yet', ACME_LAB_NEEDS, async () => {
  const tried = await allRuns()
  const { places, atHome } = await lab()
  const place = places.find(({ setup }) => setup.home?.listens === false)
  const issued = [...tried.values()].flatMap((run) => run.tried).filter(({ setup }) => setup === place?.setup)
  expect(issued.map(({ ordered }) => ordered)).toEqual(METHODS.map(() => ({ issued: true })))
  const at = ['--hostname', place?.domain ?? '', '--bind', place?.bound4 ?? '', '--json']
  for (const port of ['80', '443']) {
    const { stdout, exitCode } = await atHome('listen', port, ...at)
    const method = port === '80' ? 'HTTP-01' : 'TLS-ALPN-01'
    expect({ ...JSON.parse(stdout), exitCode }).toMatchObject({
      verdict: 'would-work',
      proof: 'proven',
      exitCode: 0,
      certificate: { domain: place?.domain, leadsHere: true, reason: null },
      headline: `Proven: ${place?.domain} leads to TCP port ${port} of this computer, and a certificate for it would be issued by ${method}.`,
    })
  }
  // A certificate for a name that leads to another computer would not come here.
  const other = places.find(({ setup }) => setup.always && !setup.home && issuedAt(tried, setup))
  const args = ['listen', '80', '--hostname', other?.domain ?? '', '--bind', place?.bound4 ?? '', '--json', '--lang', 'ko']
  const { stdout, exitCode } = await atHome(...args)
  const headline = expect.stringContaining(`${other?.domain} 도메인이 이 컴퓨터로 연결되는 것은 확인하지 못했습니다`)
  const elsewhere = { headline, verdict: 'cannot-tell', proof: 'proven', exitCode: 2, certificate: { leadsHere: false } }
  expect({ ...JSON.parse(stdout), exitCode }).toMatchObject(elsewhere)
})

/** Returns whether a certificate was issued by HTTP-01, as certificate-check had said. */
function issuedAt(runs: ReadonlyMap<Setup, Run>, setup: Setup): boolean {
  const [first] = runs.get(setup)?.tried ?? []
  return first?.verdict === 'would-work' && first.ordered.issued
}

labTest('nothing of a file is kept, neither in the log nor in metrics', ACME_LAB_NEEDS, async () => {
  await allRuns()
  const { recorded } = await lab()
  const kept = await recorded()
  expect(kept).toMatch(/POST.+certificate-check|certificate-check.+POST/)
  expect(kept).toContain('doorstep_')
  expect(kept).not.toContain(BODY_MARK)
})

labTest(
  'the line that is told makes the file, and its request finds it',
  { ...ACME_LAB_NEEDS, programs: [...CLIENTS, 'tee', 'mkdir'] },
  async () => {
    await allRuns()
    const { places, check, world } = await lab()
    const placeAt = (label: string) => places.find(({ setup }) => setup.label === label) as Place
    const [app, bare] = [placeAt('spa'), placeAt('only443')]
    const follow = async (place: Place, change: (line: string) => string, then: () => Promise<unknown> = async () => {}) => {
      const told = await check(place, { methods: ['http-01'] })
      const { text, request } = told.nextActions.find(({ code }: { code: string }) => code === 'prove-by-file')
      const [, line = ''] = /: ((?:sudo|printf) .+)$/.exec(text) ?? []
      expect(text).toContain(`--file ${request.file.name}:${request.file.sha256}`)
      const { exitCode, stderr } = await world.exec(['sh', '-c', change(line.replaceAll('sudo ', ''))])
      expect(stderr).toBe('')
      await then()
      const { addresses, verdict } = await check(place, request)
      return { before: told.verdict, exitCode, verdict, file: addresses[0].file, text }
    }
    const proven = { before: 'cannot-tell', exitCode: 0, verdict: 'would-work', file: 'delivered' }
    expect(await follow(app, (line) => line.replaceAll('/var/www/html', app.root))).toMatchObject(proven)
    const [imported, site] = [join(bare.folder, 'doorstep.caddy'), 'handle {\nrespond "<title>App</title>"\n}']
    await using caddy = await startCaddy(world, bare, site)
    const reload = () => caddy.reload(`import ${imported}\n${site}`)
    expect(await follow(bare, (line) => line.replaceAll('/etc/caddy/doorstep.caddy', imported), reload)).toMatchObject({
      ...proven,
      text: expect.stringContaining('put import /etc/caddy/doorstep.caddy into the site only443.test'),
    })
  },
)

labTest('the lines that are told bring the certificate', { ...ACME_LAB_NEEDS, programs: CLIENTS }, async () => {
  await allRuns()
  const { places, atHome, device, directory } = await lab()
  const [place] = places.filter(({ setup }) => setup.home?.listens === false)
  if (!place) throw new Error('no home where nothing listens')
  const { stdout } = await atHome('listen', '80', '--hostname', place.domain, '--bind', place.bound4, '--json')
  const told: { program: string; lines: string[] }[] = JSON.parse(stdout).certificate.commands
  const linesOf = (name: string) => told.find(({ program }) => program === name)?.lines ?? []
  expect(await runCertbot(device, linesOf('certbot').join('\n'), place, directory)).toBe(true)
  expect(await runCaddy(device, linesOf('caddyfile'), place, directory)).toBe(true)
})

labTest('nobody is asked but the addresses of the names, their name servers and the resolver', ACME_LAB_NEEDS, async () => {
  await allRuns()
  const { places, sent } = await lab()
  const own = places.flatMap(({ setup, address4, other4, address6 }) => {
    const records = (setup.zone ?? ['{4}']).join('\n')
    return [
      ...(records.includes('{4}') ? [address4] : []),
      ...(records.includes('@ A {4b}') ? [other4] : []),
      ...(records.includes('{6}') ? [address6] : []),
      ...[...records.matchAll(/AAAA (2\S+)/g)].map(([, address = '']) => address),
    ]
  })
  const allowed = new Set([...own, ...Object.values(NAME_SERVERS), RESOLVER])
  const homes = new Set(places.filter(({ setup }) => setup.home).map(({ address4 }) => address4))
  const packets = await sent()
  expect(packets.length).toBeGreaterThan(places.length)
  expect(packets.filter(({ address }) => !allowed.has(address))).toEqual([])
  expect(packets.filter(({ address, port }) => !homes.has(address) && !PORTS.includes(port))).toEqual([])
})

afterAll(async () => {
  if (TABLE !== undefined && runs) writeFileSync(TABLE, tableOf([...(await runs).values()].flatMap(({ tried }) => tried)))
})
