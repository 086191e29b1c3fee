// Before the tests of a process: the network is off until a test has started a server of its own; then the host of that server is open.
// Of the system's programs, a test finds those that it declares.
import './support/environment.ts'
import { afterAll, afterEach, beforeEach } from 'bun:test'
import dns from 'node:dns'
import net from 'node:net'
import { Duplex } from 'node:stream'
import { writeManifest } from '../src/operations/registry/discover.ts'
import { closeAll, mayConnect } from './support/net/network.ts'
import { declareInTest, restrictPrograms } from './support/programs.ts'

writeManifest()

restrictPrograms()
beforeEach(() => declareInTest([]))
afterEach(() => declareInTest(null))
afterAll(closeAll)

const realFetch = globalThis.fetch
globalThis.fetch = Object.assign(
  (input: string | URL | Request, init?: RequestInit) => {
    mayConnect(new URL(input instanceof Request ? input.url : input).hostname)
    return realFetch(input, init)
  },
  { preconnect: () => mayConnect('preconnect') },
)

const realConnect = Bun.connect.bind(Bun)
Bun.connect = ((options: { hostname?: string }) => {
  mayConnect(options.hostname ?? 'a socket file')
  return realConnect(options as Parameters<typeof realConnect>[0])
}) as typeof Bun.connect

// Those of node:dgram are made of these.
const realUdpSocket = Bun.udpSocket.bind(Bun)
Bun.udpSocket = ((options: { hostname?: string; connect?: { hostname: string } }) => {
  // A socket that is bound to loopback cannot leave this machine either.
  mayConnect(options.connect?.hostname ?? options.hostname ?? 'a UDP socket on every address')
  return realUdpSocket(options as Parameters<typeof realUdpSocket>[0])
}) as typeof Bun.udpSocket

const realSocketConnect = net.Socket.prototype.connect
net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
  const first = Array.isArray(args[0]) ? args[0][0] : args[0]
  // TLS over a socket that was judged when it was connected, or over a way through one; without one tls.connect comes here with its host.
  if (first?.socket instanceof Duplex) return Reflect.apply(realSocketConnect, this, args)
  const host = typeof first === 'object' && first !== null && 'host' in first ? String(first.host) : (args[1] ?? 'localhost')
  mayConnect(typeof host === 'string' ? host : 'localhost')
  return Reflect.apply(realSocketConnect, this, args)
} as typeof realSocketConnect

const refused = (name: string) => () => mayConnect(name)
for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6', 'reverse'] as const)
  Object.assign(dns, { [name]: refused(`dns.${name}`) })
for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6', 'reverse'] as const)
  Object.assign(dns.promises, { [name]: refused(`dns.promises.${name}`) })
