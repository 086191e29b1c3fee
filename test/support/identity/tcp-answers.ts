// Answers of services over TCP, as their public descriptions have them.

/** Returns a number as Minecraft writes it: seven bits a byte, the lowest first. */
function varint(value: number): Buffer {
  const bytes: number[] = []
  let left = value >>> 0
  while (left >= 0x80) {
    bytes.push((left & 0x7f) | 0x80)
    left >>>= 7
  }
  return Buffer.from([...bytes, left])
}

export function statusPacket(text: string): Buffer {
  const string = Buffer.from(text)
  const body = Buffer.concat([Buffer.from([0]), varint(string.length), string])
  return Buffer.concat([varint(body.length), body])
}

export function minecraftStatus(fields: object = {}): Buffer {
  return statusPacket(
    JSON.stringify({
      version: { name: '1.21', protocol: 767 },
      players: { max: 20, online: 3, sample: [] },
      description: { text: 'A §aMinecraft', extra: [{ text: ' Server', bold: true }] },
      ...fields,
    }),
  )
}

export function page(body: string, { status = '200 OK', headers = [] as readonly string[] } = {}): Buffer {
  const length = `Content-Length: ${Buffer.byteLength(body)}`
  return Buffer.from([`HTTP/1.1 ${status}`, ...headers, length, '', body].join('\r\n'))
}

export function chunked(...parts: readonly string[]): Buffer {
  const chunks = [...parts, ''].map((part) => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`)
  return Buffer.from(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks.join('')}`)
}

export const PLEX_IDENTITY =
  '<?xml version="1.0" encoding="UTF-8"?>\n<MediaContainer size="0" apiVersion="1.1.1" claimed="1" machineIdentifier="0a1b" version="1.40.0.7998-c29d4c0c8">\n</MediaContainer>\n'
export const JELLYFIN_INFO = JSON.stringify({
  LocalAddress: 'http://192.168.0.9:8096',
  ServerName: 'den',
  Version: '10.9.11',
  ProductName: 'Jellyfin Server',
  OperatingSystem: '',
  Id: '0a1b',
  StartupWizardCompleted: true,
})
export const EMBY_INFO = JSON.stringify({
  LocalAddress: 'http://192.168.0.9:8096',
  ServerName: 'den',
  Version: '4.8.8.0',
  Id: '0a1b',
})
export const HOME_ASSISTANT_MANIFEST = JSON.stringify({
  background_color: '#FFFFFF',
  name: 'Home Assistant',
  short_name: 'Assistant',
})
export const SYNOLOGY_INFO = JSON.stringify({
  data: { 'SYNO.API.Auth': { maxVersion: 7, minVersion: 1, path: 'entry.cgi' } },
  success: true,
})
export const QNAP_LOGIN =
  '<?xml version="1.0" encoding="UTF-8" ?>\n<QDocRoot version="1.0"><authPassed><![CDATA[0]]></authPassed><model><modelName><![CDATA[TS-X53D]]></modelName><displayModelName><![CDATA[TS-453D]]></displayModelName></model><firmware><version><![CDATA[5.1.5]]></version></firmware></QDocRoot>\n'
export const ICECAST_STATUS = JSON.stringify({
  icestats: { admin: 'a@example.org', host: 'localhost', server_id: 'Icecast 2.4.4' },
})
export const RTSP_OPTIONS = Buffer.from(
  'RTSP/1.0 200 OK\r\nCSeq: 1\r\nServer: GStreamer RTSP server/1.22\r\nPublic: OPTIONS, DESCRIBE\r\n\r\n',
)

export const GREETINGS = {
  ssh: Buffer.from('SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n'),
  ftp: Buffer.from('220 (vsFTPd 3.0.3)\r\n'),
  smtp: Buffer.from('220 mail.example.org ESMTP Postfix (Debian/GNU)\r\n'),
  imap: Buffer.from('* OK [CAPABILITY IMAP4rev1 SASL-IR] Dovecot (Debian) ready.\r\n'),
}
