import { authorityOf } from '../../policy/address.ts'
import { versionIn } from './banner.ts'
import { type Protocol, said } from './protocol.ts'

const HEAD_CHARACTERS_MAX = 8192
const SERVER = 'server:'

/** The question of which methods there are, which every camera answers before a login (RFC 2326, section 10.1). */
export const RTSP: Protocol = {
  hello: ({ host, port }) => Buffer.from(`OPTIONS rtsp://${authorityOf(host, port)}/ RTSP/1.0\r\nCSeq: 1\r\n\r\n`),
  read(bytes, isLast = false) {
    const text = bytes.toString('latin1', 0, HEAD_CHARACTERS_MAX)
    if (!text.startsWith('RTSP/'.slice(0, text.length))) return null
    const isComplete = isLast || text.includes('\r\n\r\n') || text.length === HEAD_CHARACTERS_MAX
    if (!isComplete) return 'more'
    if (!text.startsWith('RTSP/')) return null
    const line = text.split('\n').find((one) => one.toLowerCase().startsWith(SERVER))
    const server = line?.slice(SERVER.length) ?? ''
    return { kind: 'rtsp', name: said(server), version: versionIn(server), players: null }
  },
}
