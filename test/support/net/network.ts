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

/** Opens loopback until the returned function is called. */
export function openLoopback(): () => void {
  return openHosts(LOOPBACK_HOSTS)
}

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

const given = new Set<number>()

/** Returns a TCP port of 127.0.0.1 that nothing listens on at the moment, and that it has not returned before: a server may just be leaving it. */
export function freePort(): number {
  const listener = Bun.listen({ hostname: LOOPBACK[4], port: 0, socket: { data() {} } })
  const { port } = listener
  listener.stop(true)
  if (given.has(port)) return freePort()
  given.add(port)
  return port
}
