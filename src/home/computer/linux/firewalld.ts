import type { Sources } from '../sources.ts'
import type { AskedPort, Blocks } from '../types.ts'

/** The answer of firewalld for one port. */
export interface Firewalld {
  readonly blocks: Blocks
  readonly lines: readonly string[]
}

const NAME = /^[\w-]{1,64}$/
const FOLDERS = ['/etc/firewalld/services', '/usr/lib/firewalld/services']
/** Settings of a zone that decide about more than ports. */
const OTHERS = ['protocols', 'source-ports', 'forward-ports', 'rich rules']

/** Asks firewalld, which tells some users without a password; null if it does not run. */
export async function askFirewalld(asked: AskedPort, name: string | null, sources: Sources): Promise<Firewalld | null> {
  if ((await sources.run('firewall-cmd', ['--state']))?.trim() !== 'running') return null
  const found = name === null ? null : await sources.run('firewall-cmd', [`--get-zone-of-interface=${name}`])
  const zone = (found ?? (await sources.run('firewall-cmd', ['--get-default-zone'])))?.trim() ?? ''
  if (!NAME.test(zone)) return { blocks: 'unknown', lines: [] }
  const opens = `--zone=${zone} --add-port=${asked.port}/${asked.protocol}`
  const lines = [`firewall-cmd ${opens}`, `firewall-cmd --permanent ${opens}`]
  const settings = await sources.run('firewall-cmd', [`--zone=${zone}`, '--list-all'])
  return { blocks: settings === null ? 'unknown' : blocksIn(settings, asked, sources), lines }
}

function blocksIn(text: string, asked: AskedPort, sources: Sources): Blocks {
  const settings = new Map<string, string>()
  let last = ''
  for (const line of text.split('\n').slice(1)) {
    const [, key, value = ''] = /^ {2}([a-z][a-z -]*):(.*)/.exec(line) ?? []
    if (key !== undefined) last = key
    settings.set(last, `${settings.get(last) ?? ''} ${key === undefined ? line : value}`.trim())
  }
  const wordsOf = (key: string) => (settings.get(key) ?? '').split(/\s+/).filter(Boolean)
  if (!settings.has('target') || OTHERS.some((key) => wordsOf(key).length > 0)) return 'unknown'
  if (settings.get('target') === 'ACCEPT' || wordsOf('ports').some((one) => hasPort(one, asked))) return 'no'
  const served = wordsOf('services').map((service) => portsOf(service, sources))
  if (served.some((ports) => ports?.some((one) => hasPort(one, asked)))) return 'no'
  return served.includes(null) ? 'unknown' : 'yes'
}

function hasPort(text: string, { port, protocol }: AskedPort): boolean {
  const [, first = '', last = first, found] = /^(\d+)(?:-(\d+))?\/(\w+)$/.exec(text) ?? []
  return found === protocol && Number(first) <= port && port <= Number(last)
}

/** Returns the ports of a service, as its file names them; null if they cannot be told. */
function portsOf(service: string, sources: Sources): string[] | null {
  if (!NAME.test(service)) return null
  const text = FOLDERS.map((folder) => sources.read(`${folder}/${service}.xml`)).find((found) => found !== null) ?? null
  if (text === null || text.includes('<include')) return null
  return [...text.matchAll(/<port\s([^>]*)>/g)].flatMap(([, attributes = '']) => {
    const port = /\bport="([\d-]+)"/.exec(attributes)?.[1]
    const protocol = /\bprotocol="(\w+)"/.exec(attributes)?.[1]
    return port && protocol ? [`${port}/${protocol}`] : []
  })
}
