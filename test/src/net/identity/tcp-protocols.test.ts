// Answers of every kind: no reader throws, takes long, or says what a service may not say.
import { describe, expect, test } from 'bun:test'
import { OVER_TCP } from '../../../../src/net/identity/exchange.ts'
import { said, TCP_PROTOCOLS, type TcpProtocol } from '../../../../src/net/identity/protocol.ts'
import { seededRandom } from '../../../support/data/sources.ts'
import { mutate } from '../../../support/dns/mutate.ts'
import { judged } from '../../../support/identity/judged.ts'
import {
  chunked,
  EMBY_INFO,
  GREETINGS,
  HOME_ASSISTANT_MANIFEST,
  ICECAST_STATUS,
  JELLYFIN_INFO,
  minecraftStatus,
  PLEX_IDENTITY,
  page,
  QNAP_LOGIN,
  RTSP_OPTIONS,
  SYNOLOGY_INFO,
  statusPacket,
} from '../../../support/identity/tcp-answers.ts'
import { samples, sampleTest } from '../../../support/lab.ts'

const MUTATIONS = samples(1000, 40_000)
const TO = { host: '9.9.9.9', port: 8080 }
const BYTES_MAX = 64 * 1024
/** The time for the largest answer that a grammar allows, on a busy machine. */
const ONE_MS = 1000

const FRONT = '<html><title>Photos</title><p>more'
const CORPUS: Record<TcpProtocol, readonly Buffer[]> = {
  minecraft: [minecraftStatus(), minecraftStatus({ description: [{ text: 'a', extra: ['b'] }] })],
  ssh: [GREETINGS.ssh],
  ftp: [GREETINGS.ftp],
  smtp: [GREETINGS.smtp],
  imap: [GREETINGS.imap],
  rtsp: [RTSP_OPTIONS],
  http: [page(FRONT), chunked(FRONT, FRONT), page('', { status: '302 Found', headers: ['Location: /login'] })],
  plex: [page(PLEX_IDENTITY)],
  jellyfin: [page(JELLYFIN_INFO)],
  emby: [page(EMBY_INFO), chunked(EMBY_INFO)],
  'home-assistant': [page(HOME_ASSISTANT_MANIFEST)],
  synology: [page(SYNOLOGY_INFO)],
  qnap: [page(QNAP_LOGIN)],
  icecast: [page(ICECAST_STATUS)],
}

/** Answers of the largest size, as repetitive and as nested as they can be. */
const LARGEST: Record<string, (size: number) => Buffer> = {
  zeros: (size) => Buffer.alloc(size),
  ones: (size) => Buffer.alloc(size, 0xff),
  'a line without an end': (size) => Buffer.from(`220 ${'1.'.repeat(size / 2)}`),
  'header lines': (size) => Buffer.from(`HTTP/1.1 200 OK\r\n${'a:b\n'.repeat(size / 4)}`),
  'interim answers': (size) => Buffer.from('HTTP/1.1 100 x\n\n'.repeat(size / 16)),
  'chunks of a byte': (size) =>
    Buffer.from(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\n<\r\n'.repeat(size / 6)}`),
  'titles without an end': (size) => page('<title>'.repeat(size / 7)),
  entities: (size) => page(`<title>${'&amp;'.repeat(size / 5)}</title>`),
  brackets: (size) => page('['.repeat(size)),
  objects: (size) => page('{"a":'.repeat(size / 5)),
  'words of routers': (size) => page('', { headers: [`Server: ${'archer '.repeat(size / 8)}`] }),
  'statuses in brackets': (size) => statusPacket('['.repeat(size)),
  'realms without an end': (size) => page('', { headers: [`WWW-Authenticate: ${'realm="'.repeat(size / 8)}`] }),
}

const judge = (name: TcpProtocol, bytes: Buffer, isLast: boolean) => judged(OVER_TCP[name].read(bytes, isLast, TO))

for (const name of TCP_PROTOCOLS)
  sampleTest(
    `mutated answers of ${name}`,
    () => {
      const random = seededRandom(24)
      const seen = new Set<string>()
      for (let count = 0; count < MUTATIONS; count++) {
        const original = CORPUS[name][count % CORPUS[name].length] ?? Buffer.alloc(0)
        seen.add(judge(name, mutate(Buffer.from(original), random), count % 2 === 0))
      }
      expect(seen).toContain('named')
      expect(seen).toContain('refused')
    },
    60_000,
  )

test.each(Object.keys(LARGEST))('%s: every reader takes linear time', (shape) => {
  const bytes = LARGEST[shape]?.(BYTES_MAX - 400) ?? Buffer.alloc(0)
  for (const name of TCP_PROTOCOLS) {
    const started = performance.now()
    judge(name, bytes, true)
    judge(name, bytes, false)
    expect([name, performance.now() - started < ONE_MS]).toEqual([name, true])
  }
})

// Servers that say first who they are, and who else may speak at their port.

describe('greetings', () => {
  test.each<[TcpProtocol, string, string | null, string | null]>([
    ['ssh', 'SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n', 'OpenSSH', '9.2p1'],
    ['ssh', 'SSH-2.0-dropbear\n', 'dropbear', null],
    ['ssh', 'Only for members.\r\nSSH-2.0-Cisco-1.25\r\n', 'Cisco-1.25', null],
    ['ftp', '220 (vsFTPd 3.0.3)\r\n', '(vsFTPd 3.0.3)', '3.0.3'],
    ['ftp', '220 ProFTPD Server (NAS) [192.168.0.9]\r\n', 'ProFTPD Server (NAS) [192.168.0.9]', null],
    ['ftp', '220-Welcome\r\n220 Bye\r\n', 'Welcome', null],
    ['smtp', '220 mail.example.org ESMTP Postfix (Debian/GNU)\r\n', 'mail.example.org ESMTP Postfix (Debian/GNU)', null],
    ['smtp', '220 mx ESMTP Exim 4.96 Mon, 1 Jan 2024\r\n', 'mx ESMTP Exim 4.96 Mon, 1 Jan 2024', '4.96'],
    ['smtp', '220 mx ready\r\n', 'mx ready', null],
    ['imap', '* OK [CAPABILITY IMAP4rev1 SASL-IR] Dovecot (Debian) ready.\r\n', 'Dovecot (Debian) ready.', null],
    ['imap', '* OK Dovecot ready.\r\n', 'Dovecot ready.', null],
  ])('%s: %p', (kind, text, name, version) => {
    expect(OVER_TCP[kind].read(Buffer.from(text))).toEqual({ kind, name, version, players: null })
  })
})

test.each([
  ['variation selectors, which can spell any bytes', 'My\u{e0154}\u{e0155}\ufe00\ufe0d server', 'My server'],
  ['tags, which can spell ASCII', 'My\u{e0041}\u{e0042}server', 'My server'],
  ['fillers, which are letters without a shape', '\u3164My\uffa0\u115f server', 'My server'],
  ['what is a name otherwise', '❤\ufe0f 집 서버 café', '❤\ufe0f 집 서버 café'],
])('the words of a service hide nothing from people that agents read: %s', (_, text, shown) => expect(said(text)).toBe(shown))

test('nothing is left of words that nobody sees', () => expect(said('\u{e0101}\u3164 \u200b')).toBeNull())
