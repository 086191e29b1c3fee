import { type Identified, type Protocol, said, type TcpProtocol } from './protocol.ts'

/** The part of what a server says first that is looked at. */
export const BANNER_BYTES = 256
const SSH = 'SSH-'
const FTP_OR_SMTP = '220'
const IMAP = ['* OK', '* PREAUTH']
const VERSION = /^\d{1,4}\.\d/
const ADDRESS = /^(?=.{7,15}$)\d*(\.\d*){3}$/
const SEPARATORS = /[\s()[\],;/]/

/** Returns a protocol in which the server speaks first, and says who it is. */
export function greeting(kind: TcpProtocol): Protocol {
  return {
    ...(kind !== 'ssh' && { maybeSecure: true }),
    hello: () => null,
    read(bytes, isLast = false) {
      const isOver = isLast || bytes.length >= BANNER_BYTES
      if (!isOver && !bytes.includes('\n')) return 'more'
      const found = recognise(bytes, kind)
      if (found?.kind === kind) return found
      // Other lines may come before that of SSH (RFC 4253, section 4.2).
      return kind === 'ssh' && found === null && !isOver ? 'more' : null
    },
  }
}

/** Returns who speaks, from the first bytes that it sent; null if that is nobody who is known here. `asked` settles what is common to two protocols. */
export function recognise(bytes: Buffer, asked: TcpProtocol): Identified | null {
  const text = bytes.toString('latin1', 0, BANNER_BYTES)
  const [line = ''] = text.split('\n', 1)
  if (text.startsWith('HTTP/')) return named('http', null)
  if (text.startsWith('RTSP/')) return named('rtsp', null)
  if (text.startsWith('RFB ')) return { ...named('vnc', null), version: said(line.slice('RFB '.length)) }
  if (text.startsWith(FTP_OR_SMTP)) return greeted(line, asked)
  // Such as "* OK [CAPABILITY ...] Dovecot ready."
  if (IMAP.some((start) => text.startsWith(start)))
    return named('imap', line.slice(line.indexOf(' ', 2) + 1).replace(/^\[[^\]]*\]/, ''))
  return sshOf(text)
}

/** Reads "SSH-2.0-OpenSSH_9.2p1 Debian-2", on whichever line it is. */
function sshOf(text: string): Identified | null {
  const line = text.split('\n').find((one) => one.startsWith(SSH))
  if (line === undefined) return null
  const [software = ''] = line.slice(line.indexOf('-', SSH.length) + 1).split(' ', 1)
  const cut = software.indexOf('_')
  if (cut < 0) return named('ssh', software)
  return { ...named('ssh', software.slice(0, cut)), version: said(software.slice(cut + 1)) }
}

/** Reads a line that FTP and SMTP both begin with 220: most say which of the two they are. */
function greeted(line: string, asked: TcpProtocol): Identified | null {
  const lower = line.toLowerCase()
  const kind = lower.includes('smtp') ? 'smtp' : lower.includes('ftp') ? 'ftp' : asked
  return kind === 'smtp' || kind === 'ftp' ? named(kind, line.slice(FTP_OR_SMTP.length + 1)) : null
}

function named(kind: string, text: string | null): Identified {
  return { kind, name: said(text), version: versionIn(text ?? ''), players: null }
}

/** Returns the first word that is written as a version, and not as an address. */
export function versionIn(text: string): string | null {
  const words = text.slice(0, BANNER_BYTES).split(SEPARATORS)
  return said(words.find((word) => VERSION.test(word) && !ADDRESS.test(word)))
}
