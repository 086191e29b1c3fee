import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programPath } from '../../lab.ts'
import { listed } from '../../listed.ts'
import { run } from '../../net/namespace.ts'

const SHIPPED = join(import.meta.dirname, 'zones')

/** The zones of the server of the root and test., and those of the servers of the customers. */
export const ROOT_ZONES = ['.', 'test', '18.198.in-addr.arpa', '8.b.d.0.1.0.0.2.ip6.arpa']
export const CUSTOMER_ZONES = listed(`
  plain.test home.test provider.test dyn.provider.test outside.test signed.test bogus.test expired.test nods.test
  halfdead.test mixedns.test leads.test localns.test halflocal.test issue.test _acme-challenge.zone.issue.test halflame.test
  8/29.40.18.198.in-addr.arpa corp lan 168.192.in-addr.arpa
`)

/** The zones that the root does not know. */
export const INTERNAL_ZONES = ['corp', 'lan', '168.192.in-addr.arpa']

interface Signed {
  zone: string
  /** The zone that has its DS. */
  parent?: string
  dates?: string[]
  /** Changes the zone after signing. */
  spoil?: (text: string) => string
}
export const SIGNED: Signed[] = [
  { zone: '.' },
  { zone: 'test', parent: '.' },
  { zone: 'signed.test', parent: 'test' },
  {
    zone: 'bogus.test',
    parent: 'test',
    spoil: (text) => text.replace(/^(broken\.bogus\.test\.\s.*\sA\s+)198\.18\.40\.61$/m, '$1198.18.40.62'),
  },
  { zone: 'expired.test', parent: 'test', dates: ['-i', '20200101000000', '-e', '20200201000000'] },
  { zone: 'nods.test' },
]

export const zoneFile = (zone: string): string => `${zone === '.' ? 'root' : zone.replaceAll('/', '_')}.zone`

/** Returns a zone as it is shipped. */
export const zoneText = (zone: string): string => readFileSync(join(SHIPPED, zoneFile(zone)), 'utf8')

/** Returns the zone with another serial in its SOA record. */
export function withSerial(text: string, serial: number): string {
  const soa = /(\sSOA\s+\S+\s+\S+\s+(?:\(\s*)?)\d+/
  if (!soa.test(text)) throw new Error('the zone has no SOA record')
  return text.replace(soa, `$1${serial}`)
}

/** The files that the servers need. */
export interface ZoneFolders {
  root: string
  primary: string
  secondary: string
  /** The public key of the root, for the resolver that validates. */
  anchor: string
  /** The file with the addresses of the root, for every resolver. */
  hints: string
}

/** Writes the files of all zones, signed where they are to be, with new keys each time. */
export async function writeZones(folder: string): Promise<ZoneFolders> {
  const folders = { root: join(folder, 'root'), primary: join(folder, 'primary'), secondary: join(folder, 'secondary') }
  const work = join(folder, 'signing')
  for (const path of [...Object.values(folders), work]) mkdirSync(path)
  const keys = new Map(await Promise.all(SIGNED.map(async ({ zone }) => [zone, await makeKey(zone, work)] as const)))
  const write = async (zone: string, homes: string[]) => {
    const children = SIGNED.filter(({ parent }) => parent === zone).map((child) => `${keys.get(child.zone)}.ds`)
    const text = [zoneText(zone), ...children.map((file) => readFileSync(join(work, file), 'utf8'))].join('')
    const key = keys.get(zone)
    const served = key === undefined ? text : await sign(zone, text, key, work)
    for (const home of homes) writeFileSync(join(home, zoneFile(zone)), served)
  }
  await Promise.all([
    ...ROOT_ZONES.map((zone) => write(zone, [folders.root])),
    ...CUSTOMER_ZONES.map((zone) => write(zone, [folders.primary, folders.secondary])),
  ])
  const hints = join(folder, 'hints')
  writeFileSync(hints, '. NS a.root-servers.test.\na.root-servers.test. A 198.18.53.1\n')
  return { ...folders, anchor: join(work, `${keys.get('.')}.key`), hints }
}

/** Makes one key that signs all of a zone; returns the name that its files share. */
async function makeKey(zone: string, work: string): Promise<string> {
  const command = [programPath('ldns-keygen') ?? 'ldns-keygen', '-a', 'ECDSAP256SHA256', '-k', '-r', '/dev/urandom', zone]
  return (await run(command, { cwd: work })).trim()
}

async function sign(zone: string, text: string, key: string, work: string): Promise<string> {
  const { dates = [], spoil = (signed: string) => signed } = SIGNED.find((signed) => signed.zone === zone) ?? {}
  const [plain, signed] = [join(work, zoneFile(zone)), join(work, `${zoneFile(zone)}.signed`)]
  writeFileSync(plain, text)
  await run([programPath('ldns-signzone') ?? 'ldns-signzone', '-o', zone, ...dates, '-f', signed, plain, key], { cwd: work })
  return spoil(readFileSync(signed, 'utf8'))
}
