const LOOPBACK = ['127.0.0.1', '[::1]', '::1', 'localhost']

/** The hosts that are open, each as often as it was opened. */
const open: string[] = []

/** Throws unless the test has a server of its own, on this machine or on a host that the test has made itself. */
export function mayConnect(host: string): void {
  if (open.length === 0) throw new Error(`a unit test wants the network: ${host}`)
  if (!open.includes(host)) throw new Error(`a test wants a host that is not open: ${host}`)
}

/** Opens loopback until the returned function is called. */
export function openLoopback(): () => void {
  return openHosts(LOOPBACK)
}

/** Opens these hosts, and no others, until the returned function is called; an IPv6 address stands in brackets in a URL. */
export function openHosts(hosts: readonly string[]): () => void {
  open.push(...hosts)
  let closed = false
  return () => {
    if (closed) return
    closed = true
    for (const host of hosts) open.splice(open.indexOf(host), 1)
  }
}
