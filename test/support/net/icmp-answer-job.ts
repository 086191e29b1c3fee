// Run on a target: answers every datagram to the ports of a trace over UDP with ICMP messages of one type and code, as many as wanted.
import { openSockets } from '../../../src/net/libc/sockets.ts'
import { checksum } from '../../../src/net/path/echo.ts'
import { addressOf } from './fake-prober.ts'

export interface AnswerJob {
  /** The IPv4 address that is traced. */
  at: string
  type: number
  code: number
  /** The number of messages that answer a datagram. */
  copies: number
}

const FIRST_PORT = 33_434
const PORTS = 60
const IPV4_HEADER_BYTES = 20
const UDP_HEADER_BYTES = 8
const UDP = 17

/** Returns an ICMP message that quotes the headers of a datagram. */
function message({ at, type, code }: AnswerJob, port: number, from: { address: string; port: number }): Buffer {
  const ip = Buffer.alloc(IPV4_HEADER_BYTES)
  ip.writeUInt8(0x45, 0)
  ip.writeUInt16BE(IPV4_HEADER_BYTES + UDP_HEADER_BYTES, 2)
  ip.writeUInt8(1, 8)
  ip.writeUInt8(UDP, 9)
  for (const [index, text] of [from.address, at].entries()) ip.writeUInt32BE(addressOf(text).words[0] ?? 0, 12 + index * 4)
  const udp = Buffer.alloc(UDP_HEADER_BYTES)
  udp.writeUInt16BE(from.port, 0)
  udp.writeUInt16BE(port, 2)
  udp.writeUInt16BE(UDP_HEADER_BYTES, 4)
  const whole = Buffer.concat([Buffer.from([type, code, 0, 0, 0, 0, 0, 0]), ip, udp])
  whole.writeUInt16BE(checksum(whole), 2)
  return whole
}

async function answer(job: AnswerJob): Promise<void> {
  const sockets = openSockets()
  const raw = sockets?.open(4, 'raw')
  if (!sockets || !raw || 'errno' in raw) throw new Error('no raw socket')
  for (let port = FIRST_PORT; port < FIRST_PORT + PORTS; port++)
    await Bun.udpSocket({
      hostname: job.at,
      port,
      socket: {
        data(_socket, _data, fromPort, address) {
          const bytes = message(job, port, { address, port: fromPort })
          const peer = { address: addressOf(address), port: 0 }
          for (let count = 0; count < job.copies; count++) sockets.sendTo(raw.value, bytes, peer)
        },
        error() {},
      },
    })
  console.log('ready')
}

if (import.meta.main) await answer(JSON.parse(process.argv[2] ?? ''))
