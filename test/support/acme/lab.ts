// A world with an authority (pebble) in it: names, servers and ports as they are set up at homes, real orders by each method, and doorstep,
// which is asked before.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Method } from '../../../src/issuance/fields.ts'
import { PROGRAM } from '../executable.ts'
import { programPath } from '../lab.ts'
import { listed } from '../listed.ts'
import { batch, makeNamespace, type Namespace, type Outcome, portsOpen, run } from '../net/namespace.ts'
import { openHosts } from '../net/network.ts'
import { bodyOf, postTool, type Server, startServer, UNLIMITED_TARGETS } from '../server.ts'
import { type Counted, countPackets, sentBy } from '../where/wire.ts'
import { type AcmeClient, type Challenge, type Ordered, openAccount, recordValue } from './client.ts'
import { RESOLVER, startNameServers, startResolver } from './names.ts'
import { domainOf, type Place, type Setup } from './setup.ts'
import { answerHttp, answerTls, raiseWall, startWeb, writeKey } from './web.ts'

// A home behind a router in the world of the orders: each of its set-ups has a public address and a device of its own.
const UP = { near: '198.18.3.2', far: '198.18.3.1' }
const LAN = { near: '192.168.1.254', far: '192.168.1.253' }
/** The ports of the rules: those that authorities ask, and the one behind 443 for answers. */
const PORTS = '{ 80, 443, 10443 }'

/** Joins a home to the world; `device` has the addresses of all its devices, and asks from that where nothing listens. */
async function joinHome(world: Namespace, home: Namespace, device: Namespace, places: readonly Place[]): Promise<void> {
  await run(home.inside(['sysctl', '-qw', 'net.ipv4.ip_forward=1']))
  await connect(
    { machine: world, device: 'street2', addresses: [UP.far] },
    { machine: home, device: 'wan', addresses: [UP.near] },
  )
  await connect({ machine: home, device: 'lan', addresses: [LAN.near] }, { machine: device, device: 'lan', addresses: [LAN.far] })
  await batch(
    world.name,
    places.map(({ address4 }) => `route add ${address4} via ${UP.near}`),
  )
  await batch(home.name, [
    `route replace default via ${UP.far}`,
    ...places.map(({ address4 }) => `addr add ${address4}/32 dev lo`),
  ])
  const asks = places.find(({ setup }) => setup.home?.listens === false)
  await batch(device.name, [
    ...places.map(({ bound4 }) => `addr add ${bound4}/24 dev lan`),
    `route replace default via ${LAN.near}${asks ? ` src ${asks.bound4}` : ''}`,
  ])
  await run(home.inside(['nft', '-f', '-']), { input: routerRules(places) })
}

/** One end of a cable. */
interface End {
  readonly machine: Namespace
  readonly device: string
  readonly addresses: readonly string[]
}

async function connect(...ends: readonly [End, End]): Promise<void> {
  const [one, other] = ends.map(({ machine, device }) => [device, 'netns', machine.name])
  await run(['ip', 'link', 'add', ...(one ?? []), 'type', 'veth', 'peer', 'name', ...(other ?? [])])
  for (const { machine, device, addresses } of ends) {
    const lines = addresses.map((address) => `addr add ${address}${address.includes(':') ? '/64 nodad' : '/24'} dev ${device}`)
    await batch(machine.name, [...lines, `link set ${device} up`])
  }
}

/** Returns the rules of a router that is silent to what it does not forward. */
function routerRules(places: readonly Place[]): string {
  const forwarded = places.filter(({ setup }) => setup.home?.rule)
  const rules = forwarded.map(
    ({ address4, bound4 }) => `iifname "wan" ip daddr ${address4} tcp dport ${PORTS} dnat ip to ${bound4}`,
  )
  const sources = places.map(({ address4, bound4 }) => `oifname "wan" ip saddr ${bound4} snat ip to ${address4}`)
  return `table inet home {
chain prerouting {
type nat hook prerouting priority dstnat
${rules.join('\n')}
}
chain postrouting {
type nat hook postrouting priority srcnat
${sources.join('\n')}
}
chain input {
type filter hook input priority 0; policy drop
ct state established,related accept
iifname { "lan", "lo", "host" } accept
icmp type echo-request accept
}
chain forward {
type filter hook forward priority 0; policy drop
ct state established,related accept
iifname "lan" accept
ct status dnat accept
}
}
`
}

export const ACME_LAB_NEEDS = {
  programs: 'ip nft sysctl ss cat knotd knotc nsd unbound unbound-control nginx openssl pebble'.split(' '),
  root: true,
}

const DIRECTORY_PORT = 14_000
/** The links between the world and the other two, and the device of each in the world. */
const CHECKER = { device: 'street0', near4: '198.18.1.2', far4: '198.18.1.1', near6: '2001:db8:1::2', far6: '2001:db8:1::1' }
const AUTHORITY = { device: 'street1', near4: '198.18.2.2', far4: '198.18.2.1', near6: '2001:db8:2::2', far6: '2001:db8:2::1' }

export interface AcmeLab extends AsyncDisposable {
  readonly places: readonly Place[]
  /** Returns the packets that doorstep has sent so far, by their destination. */
  sent(): Promise<Counted[]>
  readonly device: Namespace
  /** The machine of all servers that are not at home. */
  readonly world: Namespace
  /** The authority, as clients are told it. */
  readonly directory: string
  /** Runs doorstep on the device where nothing listens, with the server of the lab. */
  atHome(...words: string[]): Promise<Outcome>
  /** Orders a certificate by one method, with the answer in its place. */
  order(place: Place, method: Method): Promise<Ordered>
  /** The log of doorstep so far, and its metrics. */
  recorded(): Promise<string>
  /** The answer of certificate-check. */
  check(place: Place, body?: object): ReturnType<typeof bodyOf>
}

export async function startAcmeLab(setups: readonly Setup[], further: readonly string[] = []): Promise<AcmeLab> {
  await using undo = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-acme-'))
  undo.defer(() => rmSync(folder, { recursive: true, force: true }))
  const places = setups.map((setup, at) => placeOf(setup, at, folder))
  const world = undo.use(await makeNamespace())
  const checker = undo.use(await makeNamespace())
  const authority = undo.use(await makeNamespace())
  await run(world.inside(['sysctl', '-qw', 'net.ipv4.ip_forward=1', 'net.ipv6.conf.all.forwarding=1']))
  await attach(world, checker, CHECKER)
  await attach(world, authority, AUTHORITY)
  await run(['ip', '-n', world.name, 'route', 'add', RESOLVER, 'via', AUTHORITY.near4])
  const [atHome, outside] = [places.filter(({ setup }) => setup.home), places.filter(({ setup }) => !setup.home)]
  await world.addAddress(...outside.flatMap(({ address4, other4, address6 }) => [address4, other4, address6]))
  await raiseWall(world, places)
  writeKey(folder, AUTHORITY.near4)
  const device = undo.use(await makeNamespace())
  if (atHome.length > 0) {
    await joinHome(world, undo.use(await makeNamespace()), device, atHome)
    await startWeb(device, folder, atHome)
  }
  const [names] = await Promise.all([startNameServers(world, folder, places, further), startWeb(world, folder, outside)])
  const bogus = places.filter(({ setup }) => setup.label.startsWith('bogus')).map(({ domain }) => domain)
  await startResolver(authority, folder, bogus)
  await startPebble(authority, folder)
  await countPackets(checker)
  const server = undo.use(await startDoorstep(checker))
  undo.defer(openHosts([authority.address4]))
  const client = await openAccount(`https://${authority.address4}:${DIRECTORY_PORT}/dir`)
  const owned = undo.move()
  return {
    places,
    sent: () => sentBy(checker, CHECKER.device),
    device,
    world,
    directory: `https://${AUTHORITY.near4}:${DIRECTORY_PORT}/dir`,
    atHome: (...words) => device.exec([...PROGRAM, ...words, '--server', `http://${CHECKER.near4}:${server.port}`]),
    order: (place, method) => orderFor(client, place, method, { world, device, names }),
    recorded: async () => `${server.output.join('\n')}\n${await (await fetch(`${server.url}/metrics`)).text()}`,
    async check({ setup, domain, address4 }, body = {}) {
      const from = setup.home ? { 'x-forwarded-for': address4 } : {}
      return bodyOf(await postTool(server.url, 'certificate-check', { domain, ...body }, from))
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function placeOf(setup: Setup, at: number, folder: string): Place {
  const { home, address4 = `198.18.${home ? 62 : 60}.${at + 1}` } = setup
  const bound4 = home ? `192.168.1.${at + 1}` : address4
  const addresses = { address4, bound4, other4: `198.18.61.${at + 1}`, address6: `2001:db8:60::${at + 1}` }
  return { setup, domain: domainOf(setup), ...addresses, root: join(folder, 'www', setup.label), folder }
}

/** Joins a machine to the world; everything that it sends goes there. */
async function attach(world: Namespace, machine: Namespace, { device, near4, far4, near6, far6 }: typeof CHECKER): Promise<void> {
  await connect({ machine, device, addresses: [near4, near6] }, { machine: world, device, addresses: [far4, far6] })
  await batch(machine.name, [`route add default via ${far4}`, `route add ::/0 via ${far6}`])
}

async function startPebble(authority: Namespace, folder: string): Promise<void> {
  const config = join(folder, 'pebble.json')
  const pebble = {
    listenAddress: `0.0.0.0:${DIRECTORY_PORT}`,
    managementListenAddress: '127.0.0.1:15000',
    certificate: join(folder, 'web.pem'),
    privateKey: join(folder, 'web.key'),
    httpPort: 80,
    tlsPort: 443,
  }
  writeFileSync(config, JSON.stringify({ pebble }))
  const settings = ['PEBBLE_VA_NOSLEEP=1', 'PEBBLE_WFE_NONCEREJECT=0', 'PEBBLE_AUTHZREUSE=0']
  authority.spawn(['env', ...settings, programPath('pebble') ?? '', '-config', config, '-dnsserver', `${RESOLVER}:53`])
  await portsOpen(authority, [DIRECTORY_PORT])
}

function startDoorstep(checker: Namespace): Promise<Server> {
  const resolvers = ['a', 'b', 'c'].map((id) => `${id}=${RESOLVER}`).join(',')
  return startServer({
    command: checker.inside(PROGRAM),
    env: UNLIMITED_TARGETS,
    host: checker.address4,
    args: listed(`
      --access-log --log-level debug --metrics --resolvers ${resolvers} --allow-targets 198.18.0.0/15,2001:db8::/32
      --trusted-proxies 198.19.0.0/16
    `),
  })
}

interface Means {
  readonly world: Namespace
  readonly device: Namespace
  readonly names: Awaited<ReturnType<typeof startNameServers>>
}

/** Orders a certificate, with the answer where a client would put it. */
function orderFor(client: AcmeClient, place: Place, method: Method, { world, device, names }: Means): Promise<Ordered> {
  const { setup, domain } = place
  const machine = setup.home ? device : world
  const nothing = { [Symbol.asyncDispose]: async () => {} }
  return client.order(domain, method, async (challenge: Challenge) => {
    if (method === 'http-01') return answerHttp(machine, place, challenge)
    if (method === 'tls-alpn-01') return setup.alpn === 'never' ? nothing : answerTls(world, machine, place, challenge)
    if (setup.txt === null || setup.zone === null) return nothing
    const challengeName = `_acme-challenge.${challenge.domain}.`
    const { zone, owner } = setup.txt ?? { zone: `${setup.label}.test`, owner: challengeName }
    await names.write({ zone, owner, value: recordValue(challenge.keyAuthorization), challengeName })
    return nothing
  })
}
