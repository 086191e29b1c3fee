// Writes src/faces/openapi/examples.gen.json: `npm run examples` (on Linux, with the programs of the lab; without root in a namespace of its own).
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALES, type Locale } from '../../../src/contract/text.ts'
import { type Examples, examplesIn as recordedIn, type ToolExample } from '../../../src/faces/openapi/components.ts'
import { manifest } from '../../../src/operations/registry/manifest.gen.ts'
import { toolsOf } from '../../../src/operations/registry/tools.ts'
import { ROOT } from '../server.ts'
import { type LabRequest, type OpenapiLab, SERVED_PORT, startOpenapiLab } from './lab.ts'
import { renewed, steady } from './steady.ts'

const EXAMPLES_PATH = join(ROOT, 'src', 'faces', 'openapi', 'examples.gen.json')

/** The address that is looked up: a well-known one, since the data have nothing on those for documentation. */
const KNOWN = '8.8.8.8'

/** The requests that the lab can answer. Any other tool gets the first example of each field. */
const OF_LAB: Readonly<Record<string, object>> = {
  'certificate-check': { domain: 'example.com' },
  'ddns-match': { hostname: 'home.example.com' },
  'dns-lookup': { domain: 'example.com', recordType: 'MX' },
  'dns-propagation': { domain: 'example.com' },
  'http-headers': { url: 'https://example.com/' },
  ping: { host: 'example.com', count: 2 },
  'port-check': { port: SERVED_PORT },
  'port-forward-plan': { useCase: 'minecraft-java', routerBrand: 'iptime', internalIp: '192.168.0.10' },
  'public-service-check': { target: 'example.com', port: 443, scheme: 'https' },
  reachability: { useCase: 'minecraft-java', hostname: 'home.example.com' },
  'reverse-dns': { ip: '198.51.100.80' },
  'router-login-route': { routerBrand: 'iptime', platform: 'windows' },
  'ssl-check': { host: 'example.com' },
  traceroute: { host: 'example.com', maxHops: 5 },
}

/** A valid body for every tool; those that send events are shown as streams as well. */
export const REQUESTS: Readonly<Record<string, { body: object; streams: boolean }>> = Object.fromEntries(
  toolsOf(manifest)
    .filter(({ tool }) => tool.body !== null)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, tool }) => [
      name,
      { body: OF_LAB[name] ?? firstExamples(tool.body?.properties ?? {}), streams: tool.event !== undefined },
    ]),
)

function firstExamples(properties: Readonly<Record<string, { examples?: readonly unknown[] }>>): object {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([field, { examples = [] }]) => examples.slice(0, 1).map((first) => [field, first])),
  )
}

const post = (tool: string, body: unknown, more: Partial<LabRequest> = {}): LabRequest => ({
  path: `/api/tools/${tool}`,
  body: JSON.stringify(body),
  ...more,
})

/** A request for every problem that one request can cause. */
const PROBLEMS: Readonly<Record<string, LabRequest>> = {
  'invalid-json': { ...post('ip-lookup', {}), body: '{"ip":' },
  'malformed-request': { path: '/api/ip/json', headers: { host: 'a.example, b.example' } },
  'target-not-public': post('ip-lookup', { ip: '10.0.0.1' }),
  'requester-not-public': post('port-check', { port: 443 }, { client: '10.0.0.1' }),
  'port-not-allowed': post('public-service-check', { target: 'example.com', port: 25 }),
  'not-found': { path: '/api/tools/nope' },
  'method-not-allowed': { path: '/api/tools/ping', method: 'PUT' },
  'prefetch-refused': { path: '/api/tools/ip-lookup?ip=8.8.8.8', headers: { 'sec-purpose': 'prefetch' } },
  'body-too-large': post('ip-lookup', { ip: '1'.repeat(20_000) }),
  'unsupported-media-type': post('ip-lookup', { ip: KNOWN }, { headers: { 'content-type': 'text/plain' } }),
  'invalid-request': post('ip-lookup', { address: KNOWN }),
  'invalid-target': post('ip-lookup', { ip: '127.1' }),
  'unknown-value': post('dns-lookup', { domain: 'example.com', recordType: 'HTTP' }),
  'unresolvable-target': post('ping', { host: 'nothing.example.com' }),
}

const SERVICES = ['/api/data', '/api/limits', '/api/places', '/healthz', '/readyz'] as const

/** Returns everything that is shown, as this doorstep answers it now. */
export async function makeExamples(lab: OpenapiLab): Promise<Record<Locale, Examples>> {
  // The first query to a resolver takes longer.
  for (const name of ['dns-lookup', 'dns-propagation', 'ddns-match']) await lab.ask(post(name, REQUESTS[name]?.body))
  const byLocale = LOCALES.map(async (locale) => [locale, await examplesIn(lab, locale)] as const)
  const { en, ko } = Object.fromEntries(await Promise.all(byLocale))
  if (!en || !ko) throw new Error('a language has no examples')
  return { en, ko }
}

async function examplesIn(lab: OpenapiLab, locale: Locale): Promise<Examples> {
  const tools: Record<string, ToolExample> = {
    ip: { text: await textOf(lab, { path: '/api/ip' }) },
    'ip-json': await bothOf(lab, { path: '/api/ip/json', client: KNOWN }, locale),
  }
  for (const [name, { body, streams }] of Object.entries(REQUESTS)) {
    const asked = post(name, body, { headers: { 'accept-language': locale } })
    const answered = await bothOf(lab, asked, locale)
    const streamed = streams ? { ndjson: await textOf(lab, { ...asked, path: `${asked.path}?format=ndjson` }) } : {}
    tools[name] = { request: body, ...answered, ...streamed }
  }
  const services: Record<string, ToolExample> = { '/': { text: await textOf(lab, { path: '/' }) } }
  for (const path of SERVICES) services[path] = await bothOf(lab, { path }, locale)
  const problems: Record<string, object> = {}
  for (const [code, asked] of Object.entries(PROBLEMS)) problems[code] = await problemOf(lab, asked, locale)
  return { tools, services, problems: { ...problems, ...(await limitProblems(lab, locale)) } }
}

const BUSY_AFTER_MS = 500

/** Returns the problems that need a server with low limits. */
async function limitProblems({ start }: OpenapiLab, locale: Locale): Promise<Record<string, object>> {
  await using server = await start('--rate-limit', '30/min', '--max-concurrency', '1')
  // No machine has that address.
  const busy = server.ask(post('ping', { host: '198.51.100.99', count: 10 }, { client: '203.0.113.20' }))
  await Bun.sleep(BUSY_AFTER_MS)
  let overloaded: object | undefined
  for (const until = performance.now() + 2000; overloaded === undefined && performance.now() < until; ) {
    const answer = await server.ask(inLanguage(post('port-check', { port: 443 }), locale))
    if (answer.status === 503) overloaded = particularsOf(await answer.json())
  }
  await busy
  for (let asked = 0; asked < 60; asked++) {
    const answer = await server.ask(inLanguage(post('ip-lookup', { ip: KNOWN }), locale))
    if (answer.status === 429 && overloaded) return { overloaded, 'rate-limited': particularsOf(await answer.json()) }
  }
  throw new Error('nothing was limited')
}

const inLanguage = (asked: LabRequest, locale: Locale): LabRequest => ({
  ...asked,
  headers: { ...asked.headers, 'accept-language': locale },
})

async function problemOf(lab: OpenapiLab, asked: LabRequest, locale: Locale): Promise<object> {
  return particularsOf(await (await lab.ask(inLanguage(asked, locale))).json())
}

/** Returns a problem without what its code says. */
function particularsOf(problem: object): object {
  return Object.fromEntries(Object.entries(problem).filter(([field]) => !['type', 'title', 'status', 'code'].includes(field)))
}

async function textOf({ ask }: OpenapiLab, asked: LabRequest): Promise<string> {
  const answer = await ask(asked)
  if (answer.status !== 200) throw new Error(`${asked.path}: ${answer.status} ${await answer.text()}`)
  return answer.text()
}

async function bothOf(lab: OpenapiLab, asked: LabRequest, locale: Locale): Promise<ToolExample> {
  const json = JSON.parse(await textOf(lab, inLanguage(asked, locale)))
  return { json, text: await textOf(lab, inLanguage({ ...asked, path: `${asked.path}?format=text` }, locale)) }
}

/** Returns the texts that differ in another language, by where they stand. */
export function differences(one: unknown, other: unknown, at = ''): [at: string, text: string][] {
  if (Bun.deepEquals(steady(one), steady(other), true)) return []
  if (typeof other === 'string') return [[at, other]]
  const parts = Object.entries(one ?? {})
  if (!Bun.deepEquals(Object.keys(one ?? {}), Object.keys(other ?? {})))
    throw new Error(`${at} has other fields in the other language`)
  // A seam: both have these fields.
  return parts.flatMap(([key, part]) => differences(part, (other as Record<string, unknown>)[key], `${at}/${key}`))
}

/** Namespaces need root; in a user namespace, every user is root. Its /run is its own. */
const AS_ROOT = [
  ...'unshare --user --map-root-user --net --mount sh -c'.split(' '),
  'mount -t tmpfs none /run && exec "$@"',
  'sh',
]

if (import.meta.main && process.getuid?.() !== 0) {
  const { exitCode } = Bun.spawnSync([...AS_ROOT, process.execPath, import.meta.path], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  process.exit(exitCode)
}
if (import.meta.main) {
  await using lab = await startOpenapiLab()
  const { en, ko } = await makeExamples(lab)
  const renewedIn = (locale: Locale, now: Examples) => renewed(recordedIn(locale), now)
  const recorded = { en: renewedIn('en', en), ko: Object.fromEntries(differences(renewedIn('en', en), renewedIn('ko', ko))) }
  writeFileSync(EXAMPLES_PATH, `${JSON.stringify(recorded, null, 2)}\n`)
}
