// Run on a router: sends a forged ICMP error about the echo request with an identifier.
import { openSockets } from '../../../src/net/libc/sockets.ts'
import { checksum, echoRequest } from '../../../src/net/path/echo.ts'
import { addressOf } from '../policy/rules.ts'

export interface ForgeJob {
  /** The recipient who is to believe it, and the pretended target of its requests. */
  to: string
  identifier: number
  quotedTarget: string
  /** The data after the quoted header. */
  behind: keyof typeof BEHIND
}

const BEHIND = { nothing: Buffer.alloc(0), zeros: Buffer.alloc(56), others: Buffer.alloc(56, 'not it') }
const UNREACHABLE = { 4: [3, 1], 6: [1, 3] } as const
const IPV4 = { headerBytes: 20, icmp: 1 }
const IPV6 = { headerBytes: 40, icmp: 58 }

/** Returns the header of the packet that is quoted. */
function ipHeader({ to, quotedTarget }: ForgeJob, dataBytes: number): Buffer {
  const [source, target] = [addressOf(to), addressOf(quotedTarget)]
  const isIpv4 = source.version === 4
  const header = Buffer.alloc(isIpv4 ? IPV4.headerBytes : IPV6.headerBytes)
  header.writeUInt8(isIpv4 ? 0x45 : 0x60, 0)
  header.writeUInt16BE(isIpv4 ? header.length + dataBytes : dataBytes, isIpv4 ? 2 : 4)
  header.writeUInt8(isIpv4 ? IPV4.icmp : IPV6.icmp, isIpv4 ? 9 : 6)
  header.writeUInt8(64, isIpv4 ? 8 : 7)
  for (const [index, word] of [...source.words, ...target.words].entries())
    header.writeUInt32BE(word, (isIpv4 ? 12 : 8) + index * 4)
  return header
}

function forge(job: ForgeJob): void {
  const sockets = openSockets()
  const peer = { address: addressOf(job.to), port: 0 }
  const { version } = peer.address
  const opened = sockets?.open(version, 'raw')
  if (!sockets || !opened || 'errno' in opened || sockets.connect(opened.value, peer) !== 0) throw new Error('no raw socket')
  const data = BEHIND[job.behind]
  const [type, code] = UNREACHABLE[version]
  const start = Buffer.from([type, code, 0, 0, 0, 0, 0, 0])
  const header = ipHeader(job, 8 + data.length)
  const message = Buffer.concat([start, header, echoRequest(version, { id: job.identifier, sequence: 1, data })])
  if (version === 4) message.writeUInt16BE(checksum(message), 2)
  const errno = sockets.send(opened.value, message)
  if (errno !== 0) throw new Error(`not sent: ${errno}`)
  sockets.close(opened.value)
}

if (import.meta.main) forge(JSON.parse(process.argv[2] ?? ''))
