import type { Locale } from '../../contract/text.ts'
import type { CommandKind } from './commands.ts'

const asIs = (name: string) => ({ en: name, ko: name })

/** The names of the sets of commands, as people know them. */
export const COMMAND_NAMES: Readonly<Record<CommandKind, Readonly<Record<Locale, string>>>> = {
  upnpc: { en: 'UPnP (upnpc)', ko: 'UPnP(upnpc)' },
  'openwrt-uci': { en: 'OpenWrt (uci)', ko: 'OpenWrt(uci)' },
  routeros: asIs('RouterOS'),
  nftables: asIs('nftables'),
  ufw: asIs('ufw'),
  'windows-firewall': { en: 'Windows firewall (netsh)', ko: 'Windows 방화벽(netsh)' },
}
