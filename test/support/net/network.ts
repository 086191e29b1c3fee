/** This machine, by family. */
export const LOOPBACK = { 4: '127.0.0.1', 6: '::1' } as const
const LOOPBACK_HOSTS = [LOOPBACK[4], '[::1]', LOOPBACK[6], 'localhost']

/** The open hosts, each as often as it was opened. */
const open: string[] = []

/** Throws unless the test has a server of its own, on this machine or on a host that the test has created. */
export function mayConnect(host: string): void {
  if (open.length === 0) throw new Error(`a unit test wants the network: ${host}`)
  if (!open.includes(host)) throw new Error(`a test wants a host that is not open: ${host}`)
}

/** After the tests of a file: throws if one has left a host open, which those of the next file would find open as well. */
export function closeAll(): void {
  const left = open.splice(0)
  if (left.length > 0) throw new Error(`a test has left hosts open: ${left.join(', ')}`)
}

/** Opens loopback until the returned function is called. */
export const openLoopback = (): (() => void) => openHosts(LOOPBACK_HOSTS)

/** Opens these hosts, and no others, until the returned function is called; an IPv6 address is in brackets in a URL. */
export function openHosts(hosts: readonly string[]): () => void {
  open.push(...hosts)
  let closed = false
  return () => {
    if (closed) return
    closed = true
    for (const host of hosts) open.splice(open.indexOf(host), 1)
  }
}

/**
 * The ports that tests give to servers of others, in a part for each process that runs tests. They are below those that the kernel gives to
 * connections (32768 on Linux): one of these would be taken by somebody's connection before its server starts.
 */
const PORTS = { first: 10_300, inPart: 1000, parts: 8 } as const
const firstOwn = PORTS.first + (process.pid % PORTS.parts) * PORTS.inPart
let next = Math.floor(Math.random() * PORTS.inPart)

/** Returns a TCP port of 127.0.0.1 that nothing listens on at the moment, and that it has not returned lately: a server may just be leaving it. */
export function freePort(): number {
  for (let tries = 0; tries < PORTS.inPart; tries++) {
    const port = firstOwn + (next++ % PORTS.inPart)
    if (isFree(port)) return port
  }
  throw new Error('no port is free')
}

function isFree(port: number): boolean {
  try {
    Bun.listen({ hostname: LOOPBACK[4], port, socket: { data() {} } }).stop(true)
    return true
  } catch {
    return false
  }
}
