import { greeting } from './banner.ts'
import { MINECRAFT } from './minecraft.ts'
import type { Protocol, TcpProtocol } from './protocol.ts'
import { RTSP } from './rtsp.ts'
import { EMBY, HOME_ASSISTANT, HTTP, ICECAST, JELLYFIN, PLEX, QNAP, SYNOLOGY } from './web.ts'

export const OVER_TCP: Record<TcpProtocol, Protocol> = {
  minecraft: MINECRAFT,
  ssh: greeting('ssh', false),
  ftp: greeting('ftp', true),
  smtp: greeting('smtp', true),
  imap: greeting('imap', true),
  rtsp: RTSP,
  http: HTTP,
  plex: PLEX,
  jellyfin: JELLYFIN,
  emby: EMBY,
  'home-assistant': HOME_ASSISTANT,
  synology: SYNOLOGY,
  qnap: QNAP,
  icecast: ICECAST,
}
