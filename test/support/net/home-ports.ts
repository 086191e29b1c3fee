// The ports of a home on loopback: a program that answers, or one that never gets to a connection. At any other port the system refuses.
import { dlopen, ptr } from 'bun:ffi'
import { LIBC_NAMES } from '../../../src/platform/libc-names.ts'
import { openHosts } from './network.ts'

export interface HomePort {
  readonly host: string
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
  /** The bytes with which its program greets; without any it ends a connection as soon as it is asked something. */
  readonly greeting?: string
}

const AF_INET = 2
const SOCK_STREAM = 1
const SOCKADDR_BYTES = 16

/** Starts a program that answers everybody on the port. */
export async function openPort({ host, port, protocol, greeting }: HomePort): Promise<Disposable> {
  const close = openHosts([host])
  if (protocol === 'udp') {
    const socket = await Bun.udpSocket({
      hostname: host,
      port,
      socket: { data: (own, _, from, at) => void own.send('?', from, at) },
    })
    return disposable(() => socket.close(), close)
  }
  const greet = (socket: { write(text: string): unknown }) => void (greeting === undefined || socket.write(greeting))
  const server = Bun.listen({ hostname: host, port, socket: { open: greet, data: (socket) => void socket.end() } })
  return disposable(() => server.stop(true), close)
}

/** Starts a program that never answers: over UDP it reads and says nothing, over TCP as many connections wait for it as may. */
export async function silentPort(at: HomePort): Promise<Disposable> {
  const close = openHosts([at.host])
  if (at.protocol === 'udp') {
    const socket = await Bun.udpSocket({ hostname: at.host, port: at.port, socket: { data() {} } })
    return disposable(() => socket.close(), close)
  }
  const libc = openLibc()
  const descriptor = libc.socket(AF_INET, SOCK_STREAM, 0)
  const address = Buffer.alloc(SOCKADDR_BYTES)
  address.writeUInt16LE(AF_INET)
  address.writeUInt16BE(at.port, 2)
  for (const [index, byte] of at.host.split('.').entries()) address.writeUInt8(Number(byte), 4 + index)
  if (libc.bind(descriptor, ptr(address), SOCKADDR_BYTES) !== 0) throw new Error(`${at.host}:${at.port} is taken`)
  libc.listen(descriptor, 0)
  const waiting = await Bun.connect({ hostname: at.host, port: at.port, socket: { data() {} } })
  return disposable(
    () => waiting.end(),
    () => libc.close(descriptor),
    close,
  )
}

function openLibc() {
  const symbols = {
    socket: { args: ['int', 'int', 'int'], returns: 'int' },
    bind: { args: ['int', 'ptr', 'int'], returns: 'int' },
    listen: { args: ['int', 'int'], returns: 'int' },
    close: { args: ['int'], returns: 'int' },
  } as const
  for (const name of LIBC_NAMES) {
    try {
      return dlopen(name, symbols).symbols
    } catch {
      // The machine has another C library.
    }
  }
  throw new Error('no C library')
}

function disposable(...ends: (() => unknown)[]): Disposable {
  return {
    [Symbol.dispose]() {
      for (const end of ends) end()
    },
  }
}
