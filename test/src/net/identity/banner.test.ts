// Servers that say first who they are, and who else may speak at their port.
import { describe, expect, test } from 'bun:test'
import { greeting, recognise } from '../../../../src/net/identity/banner.ts'
import type { TcpProtocol } from '../../../../src/net/identity/protocol.ts'
import { OVER_TCP } from '../../../../src/net/identity/tcp-exchange.ts'
import { GREETINGS } from '../../../support/identity/tcp-answers.ts'

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

  test('are waited for up to their first line end, or 256 bytes', () => {
    const { ssh } = OVER_TCP
    expect(ssh.read(Buffer.from('SSH-2.0-Open'))).toBe('more')
    expect(ssh.read(Buffer.from('SSH-2.0-Open'), true)).toMatchObject({ name: 'Open' })
    expect(ssh.read(Buffer.from(`SSH-2.0-${'x'.repeat(300)}`))).toMatchObject({ name: 'x'.repeat(100) })
    expect(ssh.hello({ host: '9.9.9.9', port: 22 })).toBeNull()
  })

  test('of SSH may come after other lines', () => {
    expect(OVER_TCP.ssh.read(Buffer.from('Only for members.\r\n'))).toBe('more')
    expect(OVER_TCP.ssh.read(Buffer.from('Only for members.\r\n'), true)).toBeNull()
    expect(OVER_TCP.ssh.read(Buffer.from('HTTP/1.1 400 Bad Request\r\n'))).toBeNull()
  })

  test('of another protocol are not theirs', () => {
    for (const [kind, bytes] of Object.entries(GREETINGS))
      for (const protocol of ['ssh', 'ftp', 'smtp', 'imap'] as const) {
        const found = greeting(protocol, false).read(bytes)
        expect([kind, protocol, found !== null]).toEqual([kind, protocol, kind === protocol])
      }
  })

  test('control characters become spaces', () =>
    expect(OVER_TCP.ftp.read(Buffer.from('220 a\u001b[2Jb\u0007c\r\n'))).toMatchObject({ name: 'a [2Jb c' }))
})

describe('who else speaks', () => {
  test.each([
    ['SSH-2.0-OpenSSH_9.2\r\n', { kind: 'ssh', name: 'OpenSSH', version: '9.2' }],
    ['HTTP/1.1 400 Bad Request\r\n', { kind: 'http', name: null, version: null }],
    ['RTSP/1.0 400 Bad Request\r\n', { kind: 'rtsp', name: null }],
    ['RFB 003.008\n', { kind: 'vnc', version: '003.008' }],
    ['220 x ESMTP\r\n', { kind: 'smtp' }],
    ['220 x FTP\r\n', { kind: 'ftp' }],
    ['* OK ready\r\n', { kind: 'imap', name: 'ready' }],
  ])('%p', (text, found) => expect(recognise(Buffer.from(text), 'minecraft')).toMatchObject(found))

  test.each(['220 ready\r\n', 'HELLO', '', '\u0000\u0001', '*', 'SSH', '200 OK'])('%p is nobody that is known', (text) => {
    expect(recognise(Buffer.from(text), 'minecraft')).toBeNull()
  })
})
