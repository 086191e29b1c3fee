// A small internet that always looks the same: a path through four cities, a home without open ports, and a web server whose chain is bad.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { smallMmdb } from '../data/mmdb.ts'
import { portsOpen } from '../net/namespace.ts'
import { startPathLab } from '../net/path-lab.ts'
import { TOPOLOGY_NEEDS } from '../net/topology.ts'
import { AUTHORITY, Pki } from '../tls/pki.ts'
import { CHROMIUM } from './page.ts'

export const PAGE_WORLD_NEEDS = {
  programs: [...TOPOLOGY_NEEDS.programs, CHROMIUM, 'dnsmasq', 'openssl', 'setpriv', 'cat'],
  root: true,
}

/** The home: nothing forwards to it. */
export const HOME = '198.18.1.2'
/** The end of the path, behind three routers. */
export const FAR = 'far.test'
const FAR_ADDRESS = '198.18.4.2'
/** Host with an expired certificate whose issuer is missing. */
export const BAD = 'bad.test'
const BAD_ADDRESS = '198.18.200.1'
const TLS_PORT = 443
const BUILT = 1_790_000_000

/** The machines of the topology and the visitor, with their places in the data. */
const PLACES: Readonly<
  Record<string, readonly [city: string, ko: string, country: string, zone: string, latitude: number, longitude: number]>
> = {
  '168.126.63.0/24': ['Seoul', '서울', 'KR', 'Asia/Seoul', 37.56, 126.97],
  '198.18.1.0/24': ['Seoul', '서울', 'KR', 'Asia/Seoul', 37.56, 126.97],
  '198.18.2.0/24': ['Tokyo', '도쿄', 'JP', 'Asia/Tokyo', 35.68, 139.69],
  '198.18.3.0/24': ['San Jose', '새너제이', 'US', 'America/Los_Angeles', 37.33, -121.89],
  '198.18.4.0/24': ['Frankfurt am Main', '프랑크푸르트', 'DE', 'Europe/Berlin', 50.11, 8.68],
}
const NETWORKS: Readonly<Record<string, readonly [asn: string, name: string]>> = {
  '168.126.63.0/24': ['AS64501', 'Hanbit Broadband'],
  '198.18.1.0/24': ['AS64501', 'Hanbit Broadband'],
  '198.18.2.0/24': ['AS64502', 'Pacific Transit'],
  '198.18.3.0/24': ['AS64502', 'Pacific Transit'],
  '198.18.4.0/24': ['AS64503', 'Rhein Hosting'],
}

export interface PageWorld extends AsyncDisposable {
  readonly url: string
}

export async function startPageWorld(): Promise<PageWorld> {
  await using undo = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-page-'))
  undo.defer(() => rmSync(folder, { recursive: true, force: true }))
  const [city, asn] = [join(folder, 'city.mmdb'), join(folder, 'asn.mmdb')]
  writeFileSync(city, smallMmdb(places(), 'Lab-City', BUILT))
  writeFileSync(asn, smallMmdb(networks(), 'ipinfo asn.mmdb', BUILT))
  const lab = undo.use(
    await startPathLab({
      topology: 'delay',
      names: { [FAR]: [FAR_ADDRESS], [BAD]: [BAD_ADDRESS] },
      args: ['--show-local-hops', '--trusted-proxies', '198.19.0.0/16', '--city-db', city, '--asn-db', asn],
    }),
  )
  const { prober } = lab.built
  await prober.addAddress(BAD_ADDRESS)
  const pki = undo.use(new Pki())
  const root = await pki.issue('Lab Root', { extensions: AUTHORITY })
  const issuing = await pki.issue('Lab Issuing', { by: root, extensions: AUTHORITY })
  const leaf = await pki.issue(BAD, { by: issuing, san: ['DNS:old.test'], from: -90, to: -3 })
  const other = await pki.issue('Lab Other', { by: root, extensions: AUTHORITY })
  const chain = await pki.bundle(other)
  prober.spawn([
    ...`openssl s_server -accept ${BAD_ADDRESS}:${TLS_PORT} -cert`.split(' '),
    leaf.certificate,
    '-key',
    leaf.key,
    '-cert_chain',
    chain,
    '-www',
  ])
  await portsOpen(prober, [TLS_PORT])
  const owned = undo.move()
  return { url: lab.server.url, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

function places() {
  const entries = Object.entries(PLACES).map(([block, [en, ko, country, zone, latitude, longitude]]) => [
    block,
    { country: { iso_code: country }, city: { names: { en, ko } }, location: { latitude, longitude, time_zone: zone } },
  ])
  return Object.fromEntries(entries)
}

function networks() {
  return Object.fromEntries(Object.entries(NETWORKS).map(([block, [asn, name]]) => [block, { asn, name }]))
}
