// Answers over UDP: recorded from the servers of Debian where it has them, otherwise made from the public descriptions.
import { hex } from '../dns/wire.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const MAGIC = hex('00ffff00 fefefefe fdfdfdfd 12345678')

/** Returns an unconnected pong with this line; `said` is the length that it claims. */
export function pong(line: string | null, said = Buffer.byteLength(line ?? '')): Buffer {
  const head = Buffer.concat([hex('1c 0000000000000001 00000000cafe0001'), MAGIC])
  if (line === null) return head
  const length = Buffer.alloc(2)
  length.writeUInt16BE(said)
  return Buffer.concat([head, length, Buffer.from(line)])
}

export const BEDROCK_LINE = 'MCPE;§aThe §lmeadow;827;1.21.100;3;20;13253860892328930865;Bedrock level;Survival;1;19132;19133;0;'

interface SteamInfo {
  readonly name?: string
  readonly players?: number
  readonly most?: number
  readonly version?: string
}

/** Returns the answer to A2S_INFO, with the port behind the version as most servers have it. */
export function steamInfo(info: SteamInfo = {}): Buffer {
  const { name = 'Night watch', players = 3, most = 64, version = '1.0.0.0' } = info
  const numbers = Buffer.alloc(9)
  numbers.writeUInt16LE(892970 & 0xffff)
  numbers.set([players, most, 0, 0x64, 0x6c, 1, 0], 2)
  return Buffer.concat([
    latin1('\xff\xff\xff\xffI\x11'),
    Buffer.from(`${name}\0Meadow\0valheim\0Valheim\0`),
    numbers,
    Buffer.from(`${version}\0`),
    hex('80 9909'),
  ])
}

export const STEAM_CHALLENGE = latin1('\xff\xff\xff\xffA\x0a\x0b\x0c\x0d')

/** The answer of openarena-server 0.8.8 to "getstatus". */
export const OPENARENA_STATUS = latin1(
  '\xff\xff\xff\xffstatusResponse\n\\com_protocol\\71\\sv_hostname\\^1Red ^7cellar\\sv_maxclients\\12\\version\\ioq3 1.36+u20221123.70d07d9+dfsg-1/Debian linux-x86_64 Jan  8 2023\\com_gamename\\Quake3Arena\\dmflags\\0\\fraglimit\\20\\timelimit\\0\\g_gametype\\0\\mapname\\oa_dm1\\sv_privateClients\\0\\sv_minRate\\0\\sv_maxRate\\0\\sv_dlRate\\100\\sv_minPing\\0\\sv_maxPing\\0\\sv_floodProtect\\1\\sv_allowDownload\\0\\bot_minplayers\\0\\gamename\\baseoa\\g_maxGameClients\\0\\videoflags\\7\\elimflags\\0\\voteflags\\767\\capturelimit\\8\\g_doWarmup\\0\\g_needpass\\0\\g_allowVote\\1\\g_voteGametypes\\/0/1/3/4/5/6/7/8/9/10/11/12/\\g_voteMaxTimelimit\\1000\\g_voteMinTimelimit\\0\\g_voteMaxFraglimit\\0\\g_voteMinFraglimit\\0\\g_obeliskRespawnDelay\\10\\g_enableDust\\0\\g_enableBreath\\0\\g_delagHitscan\\0\\elimination_roundtime\\120\\g_rockets\\0\\g_instantgib\\0\\g_lms_mode\\0\\g_altExcellent\\0\\g_timestamp\\2026-11-23 02:47:04\n',
)
/** The answer of mumble-server 1.3.4. */
export const MUMBLE_PONG = hex('00010304 646f6f7273746570 00000000 00000014 00011940')
/** TeamSpeak 3's second step: mark, packet 101, kind, step 1, a cookie, and the random bytes of the first step backwards. */
export const TEAMSPEAK_COOKIE = Buffer.concat([latin1('TS3INIT1'), hex('0065 88 01'), Buffer.alloc(16, 7), hex('726f6f64')])
/** The answer of minetest-server 5.6.1. */
export const LUANTI_PEER = hex('4f457403 0001 00 03 ffdc 00 01 0002')
