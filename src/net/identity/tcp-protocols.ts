import type { Protocol, TcpProtocol } from './protocol.ts'

const UNASKED: Protocol = { transport: 'tcp', hello: () => null, read: () => null }

export const OVER_TCP: Record<TcpProtocol, Protocol> = {
  minecraft: UNASKED,
  ssh: UNASKED,
  ftp: UNASKED,
  smtp: UNASKED,
  imap: UNASKED,
  rtsp: UNASKED,
  http: UNASKED,
  plex: UNASKED,
  jellyfin: UNASKED,
  'home-assistant': UNASKED,
  synology: UNASKED,
  qnap: UNASKED,
  icecast: UNASKED,
}
