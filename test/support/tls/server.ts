import { createServer, type Server, type Socket } from 'node:net'
import { Budget } from '../../../src/net/budget.ts'
import { type Offer, Tls, type TlsInspection } from '../../../src/net/tls/index.ts'
import { parseAddress, parseBlock } from '../../../src/policy/address.ts'
import { admitFound } from '../../../src/policy/admit.ts'
import type { PublicEndpoint } from '../../../src/policy/target.ts'
import { openHosts } from '../net/network.ts'
import type { Issued } from './pki.ts'

const LOOPBACK = [parseBlock('127.0.0.0/8'), parseBlock('::1')].filter((block) => block !== null)

/** Returns loopback addresses as endpoints at a port. */
function loopbackEndpoints(addresses: readonly string[], port: number): PublicEndpoint[] {
  const rules = { allow: LOOPBACK, deny: [], denyPorts: [], ddnsDomains: [], ownAddresses: () => [] }
  return admitFound(
    addresses.map(parseAddress).filter((address) => address !== null),
    port,
    rules,
  )
}

/** Looks at what listens on a port of this machine, in this process. */
export async function inspectHere(
  port: number,
  host: string,
  addresses: readonly string[] = ['127.0.0.1'],
): Promise<TlsInspection> {
  const close = openHosts(addresses)
  try {
    const signal = AbortSignal.timeout(9500)
    const endpoints = loopbackEndpoints(addresses, port)
    return await new Tls({ signal, budget: new Budget() }, []).inspect({
      endpoints,
      host,
      isAddress: parseAddress(host) !== null,
    })
  } finally {
    close()
  }
}

/** Offers a protocol alone to what listens on a port of this machine. */
export async function offerHere(port: number, host: string, milliseconds?: number, budget = new Budget()): Promise<Offer> {
  const close = openHosts(['127.0.0.1'])
  const [endpoint] = loopbackEndpoints(['127.0.0.1'], port)
  if (!endpoint) throw new Error('loopback is not allowed')
  try {
    const signal = AbortSignal.timeout(9500)
    return await new Tls({ signal, budget }, []).offer({ host, endpoint }, 'acme-tls/1', milliseconds)
  } finally {
    close()
  }
}

export interface TlsServer extends AsyncDisposable {
  readonly port: number
}

/** Starts `openssl s_server` with a certificate and its chain, on a free port of this machine. */
export async function startOpenssl(
  leaf: Issued,
  chainFile: string | null,
  args: readonly string[] = [],
  alpn: readonly string[] = ['-alpn', 'h2,http/1.1'],
): Promise<TlsServer> {
  const chain = chainFile === null ? [] : ['-cert_chain', chainFile]
  const own = ['-accept', '127.0.0.1:0', '-cert', leaf.certificate, '-key', leaf.key, ...chain, '-www', ...alpn]
  const child = Bun.spawn(['openssl', 's_server', ...own, ...args], { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const errors = new Response(child.stderr).text()
  const port = await acceptPort(child.stdout)
  if (port === null) throw new Error(`openssl s_server did not start: ${await errors}`)
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}

async function acceptPort(output: ReadableStream<Uint8Array>): Promise<number | null> {
  const reader = output.getReader()
  let text = ''
  for (;;) {
    const { value, done } = await reader.read()
    text += value ? Buffer.from(value).toString('latin1') : ''
    const port = /ACCEPT .*:(\d+)\n/.exec(text)?.[1]
    if (port !== undefined) return Number(port)
    if (done) return null
  }
}

/** Returns the port on which a server listens. */
export function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** Starts a server of bytes: `speak` gets each connection, and the number of those before it. */
export async function startFault(speak: (socket: Socket, index: number) => void): Promise<TlsServer> {
  const sockets = new Set<Socket>()
  let count = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    speak(socket, count++)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: portOf(server),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
