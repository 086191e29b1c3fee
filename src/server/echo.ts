import type { Limits } from '../limits/limits.ts'
import type { Opened } from '../operations/opening/files.ts'
import type { Logger } from '../platform/log.ts'
import { ConfigError } from '../settings/config-error.ts'
import { type Config, OPTIONS } from '../settings/options.ts'

interface EchoSettings extends Pick<Config, 'echoPort' | 'host'> {
  /** Whether a process that this one follows may have the port still. */
  readonly isShared: boolean
}

/** Opens the echo port of the settings where the server listens over IPv4; null if there is none. Throws a ConfigError. */
export async function openEcho(
  { echoPort: port, host, isShared }: EchoSettings,
  { gate }: Opened,
  { targets }: Limits,
  log: Logger,
): Promise<Disposable | null> {
  if (port === null) return null
  const address = addressOver4(host)
  const { openEchoPort } = await import('../net/echo/server.ts')
  try {
    return await openEchoPort({
      address,
      port,
      isShared,
      targets,
      admit: (sender, from) => gate.admitSender(sender, from),
      fail: (error) => log.error('the echo port failed', { error }),
    })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'EADDRINUSE')
      throw ConfigError.of(OPTIONS.echoPort.flag, {
        en: `UDP port ${port} on ${address} is in use: stop what listens there, or choose another`,
        ko: `${address} 주소의 UDP ${port}번 포트를 이미 쓰고 있습니다. 포트를 쓰는 프로그램을 끝내거나 다른 포트를 지정하십시오`,
      })
    throw ConfigError.of(OPTIONS.echoPort.flag, {
      en: `UDP port ${port} on ${address} cannot be listened on (${code})`,
      ko: `${address} 주소의 UDP ${port}번 포트에서 수신할 수 없습니다(${code})`,
    })
  }
}

/** Returns where a server at this host listens over IPv4: a socket file is for a proxy, which passes no datagrams on. */
function addressOver4(host: string): string {
  if (host === 'localhost') return '127.0.0.1'
  if (host === '::' || host.startsWith('unix:')) return '0.0.0.0'
  if (!host.includes(':')) return host
  throw ConfigError.of(OPTIONS.echoPort.flag, {
    en: `counts who translates IPv4 addresses, and --host ${host} listens on none: choose an IPv4 address, or ::`,
    ko: `IPv4 주소를 변환하는 장비를 세는 포트인데 --host ${host}에서는 IPv4로 수신하지 않습니다. IPv4 주소나 ::을 지정하십시오`,
  })
}
