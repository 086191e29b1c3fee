import { isUtf8 } from 'node:buffer'
import { authorityOf } from '../../policy/address.ts'
import { bodyOf } from '../http/body.ts'
import { requestText } from '../http/exchange.ts'
import { HeadReader, type ResponseHead } from '../http/head.ts'
import { userAgentOf } from '../user-agent.ts'
import type { Asked } from './protocol.ts'

/** The words that makers of home routers write into the title, the realm or the Server header of their own page, in lower case. */
const WORDS: readonly string[] = `
  wireless router, wifi router, wi-fi router, broadband router, router webserver, router login, router setup,
  router manager, router configuration, residential gateway, home gateway, broadband gateway, cable modem, 공유기, ホームゲートウェイ,
  iptime, tp-link, archer a, archer ax, archer be, archer c, archer mr, archer vr, tl-wr, tl-wa, deco m, deco x, deco be,
  mercusys, tenda w, tenda |, totolink, ruijie, miwifi, gl.inet, rt-ax, rt-ac, rt-be, rt-n, gt-ax, gt-be, zenwifi,
  rog rapture, netgear r, netgear ax, netgear d, netgear w, netgear router, orbi, linksys, d-link, dir-6, dir-8, dir-x,
  airstation, aterm, fritz!box, speedport, livebox, freebox, bbox, vodafone station, easybox, connect box, super hub,
  bt hub, bt smart hub, homehub, xfinity, technicolor, sagemcom, arris, hitron, ubee, actiontec, keenetic, zyxel, draytek,
  echolife, hg8245, zxhn, openwrt, dd-wrt, freshtomato, edgeos, edgerouter, routeros, pfsense, opnsense, ipfire, giga wifi,
  asus login, asus router, mi router, redmi router, 路由器, ルーター, giga hub, sky hub, wi-fi hub, o2 homebox, internet-box,
  sfr box, kpn box, fastgate, connectbox, gigaspire, smart modem, jiofiber, cudy, netcomm, teltonika, fortigate, peplink,
  anygate, luci - lua, - luci, uhttpd
`
  .split(',')
  .map((word) => word.trim())
/** Paths that the pages of some routers lead to, which say so where the page has no title. */
const PATHS: readonly string[] = [
  ...['cgi-bin/luci', 'main_login.asp', '/sess-bin/', 'timepro.cgi', '/webpages/login.html', '/webfig/'],
]
const PATHS_IN_BYTES = 4096

/** Returns whether texts of a page name a router: each word where one begins, so that "arborbi" is not an Orbi. */
export function namesRouter(texts: readonly (string | null)[]): boolean {
  return texts.some((text) => WORDS.some((word) => isIn(text?.toLowerCase() ?? '', word)))
}

/** Returns whether the beginning of a page leads to the login of a router. */
export function leadsToRouter(location: string | null, body: Buffer): boolean {
  const text = `${location ?? ''}\n${body.toString('latin1', 0, PATHS_IN_BYTES)}`.toLowerCase()
  return PATHS.some((path) => text.includes(path))
}

/** Returns whether a word is in a text, and neither begins nor ends within another. */
function isIn(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length
    const isContinued = isLetter(text[end - 1]) && isLetter(text[end])
    if (!isLetter(text[at - 1]) && !isContinued) return true
  }
  return false
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && character >= 'a' && character <= 'z'
}

/** An answer over HTTP, as far as it has come. */
export interface Page {
  readonly head: ResponseHead
  /** Without the marks of its chunks. */
  readonly body: Buffer
  readonly isComplete: boolean
}

const TITLE_BYTES_MAX = 1024
/** The characters that pages write in this way; any others are left as they are. */
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }
const ENTITY = /&(amp|lt|gt|quot|#39|nbsp);/g

/** Returns the request for a path, as a stranger without a login sends it. */
export function pageRequest(path: string, { host, port, userAgent = userAgentOf(null) }: Asked): Buffer {
  return Buffer.from(requestText(new URL(path, `http://${authorityOf(host, port)}/`), 'GET', userAgent))
}

/** Reads an answer over HTTP: null if it is none, "more" while its head is not complete. */
export function readPage(bytes: Buffer, isLast: boolean): Page | 'more' | null {
  const reader = new HeadReader()
  const head = reader.push(bytes)
  if (head === null) return isLast ? null : 'more'
  if (typeof head === 'string') return null
  const { bytes: body, isWhole } = bodyOf(head, bytes.subarray(reader.bodyAt))
  return { head, body, isComplete: isLast || isWhole }
}

/** Returns the title of a page; null as long as it has none. */
export function titleOf(body: Buffer): string | null {
  const lower = body.toString('latin1').toLowerCase()
  const opened = lower.indexOf('<title')
  const start = opened < 0 ? -1 : lower.indexOf('>', opened)
  const end = start < 0 ? -1 : lower.indexOf('</title', start)
  if (end < 0) return null
  return textOf(body.subarray(start + 1, Math.min(end, start + 1 + TITLE_BYTES_MAX))).replace(
    ENTITY,
    (_, name) => ENTITIES[name] ?? '',
  )
}

/** Returns bytes as text: UTF-8 if they are that. */
export function textOf(bytes: Buffer): string {
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1')
}
