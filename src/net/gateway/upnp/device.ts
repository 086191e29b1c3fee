// How the gateway's description is found (SSDP) and what it says.
import { onAbort, withDeadline } from '../../../platform/deadline.ts'
import { Gateway } from '../../../policy/gateway.ts'
import { askGateway, OK, type Place, placeOf, type Service, tagsIn } from './control.ts'

/** A gateway as its description has it. */
export interface Device {
  readonly version: 1 | 2
  readonly model: string | null
  readonly manufacturer: string | null
  /** The services that translate ports: of a gateway with several lines, several. */
  readonly connections: readonly Service[]
  readonly pinholes: Service | null
}

const DESCRIPTIONS_MAX = 5
const SERVICES_MAX = 16
const CONNECTIONS_MAX = 4
const TEXT_CHARACTERS_MAX = 100
/** Exactly these go into requests, so that a description cannot write a part of one. */
const CONNECTION = /^urn:schemas-upnp-org:service:WAN(IP|PPP)Connection:[12]$/
const PINHOLES = /^urn:schemas-upnp-org:service:WANIPv6FirewallControl:1$/
const SECOND_VERSION = 'urn:schemas-upnp-org:device:InternetGatewayDevice:2'

/** Finds the gateway's description and reads it; null if it has none with a service of ours. */
export async function findDevice(gateway: Gateway, signal: AbortSignal): Promise<Device | null> {
  for (const place of (await descriptionsOf(gateway, signal)).slice(0, DESCRIPTIONS_MAX)) {
    const answer = await askGateway(gateway, { place, action: null }, signal)
    const isRead = typeof answer !== 'string' && answer.status === OK
    const device = isRead ? deviceIn(answer.body, gateway, place) : null
    if (device) return device
  }
  return null
}

/** Reads a description. Places on any other host are left out, its base included. */
export function deviceIn(document: string, gateway: Gateway, location: Place): Device | null {
  const firsts = new Map<string, string>()
  const named: { type: string; control: string }[] = []
  let [type, control, version]: [string, string, 1 | 2] = ['', '', 1]
  for (const { name, isEnd, text } of tagsIn(document)) {
    if (name === 'service' && isEnd) {
      if (control !== '' && (CONNECTION.test(type) || PINHOLES.test(type))) named.push({ type, control })
      type = ''
      control = ''
    } else if (name === 'serviceType' && !isEnd) type = text
    else if (name === 'controlURL' && !isEnd) control = text
    else if (name === 'deviceType' && text === SECOND_VERSION) version = 2
    // The first is that of the whole box.
    else if (!isEnd && !firsts.has(name)) firsts.set(name, text)
  }
  const base = placeOf(firsts.get('URLBase') ?? '', gateway) ?? location
  const services = named.slice(0, SERVICES_MAX).flatMap(({ type: known, control: path }): Service[] => {
    const place = placeOf(path, gateway, base)
    return place ? [{ type: known, place }] : []
  })
  if (services.length === 0) return null
  return {
    version,
    model: shortText(firsts.get('modelName')) ?? shortText(firsts.get('friendlyName')),
    manufacturer: shortText(firsts.get('manufacturer')),
    connections: services.filter((service) => CONNECTION.test(service.type)).slice(0, CONNECTIONS_MAX),
    pinholes: services.find((service) => PINHOLES.test(service.type)) ?? null,
  }
}

function shortText(text = ''): string | null {
  return text.slice(0, TEXT_CHARACTERS_MAX).trim().toWellFormed() || null
}

const SSDP_PORT = 1900
const SSDP_GROUPS = { 4: '239.255.255.250', 6: 'ff02::c' } as const
const DEVICE = 'urn:schemas-upnp-org:device:InternetGatewayDevice:'
/** Kinds of devices to look for, the ones that say most first. */
const WANTED: readonly string[] = [`${DEVICE}2`, `${DEVICE}1`]
/** A kind that many other devices of a router are as well: it is asked for when nothing else has helped. */
const ANY = 'upnp:rootdevice'
/** Time for the gateway to answer when it is asked directly; after it, its group is asked, and a bit later for any kind. */
const DIRECT_MS = 250
const ANY_MS = 600
const SEARCH_MS = 1300
/** Time to say that it also is something better than what it has said. */
const BETTER_MS = 60
const DATAGRAMS_MAX = 8
export const DATAGRAM_BYTES_MAX = 2048
const ANSWER_START = /^HTTP\/1\.\d 200\b/
const LOCATION = /^location:[ \t]{0,8}(\S{1,512})[ \t]{0,8}\r?$/im
const SEARCHED = /^st:[ \t]{0,8}(\S{1,128})[ \t]{0,8}\r?$/im

interface Found {
  readonly place: Place
  /** The kind of the device, as an index. */
  readonly rank: number
}

/** Returns the places of the gateway's descriptions, the most promising first; none if it does not answer. */
async function descriptionsOf(gateway: Gateway, signal: AbortSignal): Promise<readonly Place[]> {
  Gateway.assert(gateway)
  try {
    const found = await withDeadline(SEARCH_MS, signal, (cut) => search(gateway, cut))
    const places = found.toSorted((a, b) => a.rank - b.rank).map(({ place }) => place)
    return places.filter(
      ({ port, path }, at) => places.findIndex((earlier) => earlier.port === port && earlier.path === path) === at,
    )
  } catch {
    // No such socket can be had here.
    return []
  }
}

async function search(gateway: Gateway, signal: AbortSignal): Promise<readonly Found[]> {
  if (signal.aborted) return []
  const { promise, resolve } = Promise.withResolvers<void>()
  const found: Found[] = []
  const socket = await openSocket(gateway, found, resolve)
  const release = onAbort(signal, resolve)
  const group = gateway.address.version === 4 ? SSDP_GROUPS[4] : `${SSDP_GROUPS[6]}%${gateway.interface_}`
  const ask = (to: string, kinds: readonly string[]) => {
    for (const kind of kinds) attempt(() => socket.send(question(kind, bare(to)), SSDP_PORT, to))
  }
  const later = [
    setTimeout(() => ask(group, WANTED), DIRECT_MS),
    setTimeout(() => [gateway.host, group].forEach((to) => void ask(to, [ANY])), ANY_MS),
  ]
  try {
    ask(gateway.host, WANTED)
    await promise
    return found
  } finally {
    release()
    later.forEach(clearTimeout)
    socket.close()
  }
}

/** Opens a socket that takes answers of the gateway, and says when nothing better is to come. */
async function openSocket(gateway: Gateway, found: Found[], end: () => void) {
  const { own, address } = gateway
  let heard = 0
  const hear = (datagram: Buffer, from: string) => {
    if (bare(from) !== address.text || heard === DATAGRAMS_MAX) return
    if (++heard === DATAGRAMS_MAX) end()
    const read = foundIn(datagram, gateway)
    if (read) found.push(read)
    if (read?.rank === 0) end()
    else if (read?.rank === 1) setTimeout(end, BETTER_MS)
  }
  const socket = await Bun.udpSocket({
    // Over IPv6 the gateway answers from its link-local address to a link-local address alone, so that the kernel chooses.
    hostname: address.version === 4 ? own.text : '::',
    binaryType: 'buffer',
    socket: { data: (_, datagram, _port, from) => hear(datagram, from), error: () => {} },
  })
  // Linux takes the interface that has the own address; other systems have to be told.
  if (address.version === 4) attempt(() => socket.setMulticastInterface(own.text))
  return socket
}

/** Does what may not be possible: a network without the group is not a reason to stop. */
function attempt(run: () => unknown): void {
  try {
    run()
  } catch {
    // The other ways may lead there.
  }
}

function question(kind: string, host: string): string {
  const name = host.includes(':') ? `[${host}]` : host
  return `M-SEARCH * HTTP/1.1\r\nHOST: ${name}:${SSDP_PORT}\r\nMAN: "ssdp:discover"\r\nMX: 1\r\nST: ${kind}\r\n\r\n`
}

/** Returns an address without its zone. */
function bare(address: string): string {
  return address.split('%')[0] ?? ''
}

/** Reads the answer to a search; null if it is not one, or names a place that is not on the gateway. */
export function foundIn(datagram: Buffer, gateway: Gateway): Found | null {
  if (datagram.length > DATAGRAM_BYTES_MAX) return null
  const text = datagram.toString('latin1')
  const place = ANSWER_START.test(text) ? placeOf(LOCATION.exec(text)?.[1] ?? '', gateway) : null
  const searched = SEARCHED.exec(text)?.[1] ?? ''
  const rank = WANTED.indexOf(searched)
  return place && { place, rank: rank < 0 ? WANTED.length : rank }
}
