const LOOPBACK = new Set(['127.0.0.1', '[::1]', '::1', 'localhost'])

let servers = 0

/** Throws unless the host is this machine and the test has a server of its own. */
export function mayConnect(host: string): void {
  if (servers === 0) throw new Error(`a unit test wants the network: ${host}`)
  if (!LOOPBACK.has(host)) throw new Error(`a test wants to leave this machine: ${host}`)
}

/** Opens loopback until the returned function is called. */
export function openLoopback(): () => void {
  servers++
  return () => {
    servers--
  }
}
