import { isUtf8 } from 'node:buffer'
import { jsonOf } from '../../contract/clean.ts'
import { authorityOf, portOfUrl } from '../../policy/address.ts'
import { requestText } from '../http/exchange.ts'
import { bodyOf, HeadReader, headerOf, wantsTls } from '../http/response.ts'
import { userAgentOf } from '../user-agent.ts'
import { type Identified, type Protocol, type Recipient, recordOf, said } from './protocol.ts'
import { versionIn } from './tcp-protocols.ts'

const REDIRECTS = [301, 302, 303, 307, 308]
const PATH_CHARACTERS_MAX = 256
const REALM = 'realm="'

/** The front page of whatever speaks HTTP: its title, and its software. */
export const HTTP: Protocol = {
  maybeSecure: true,
  hello: (to) => pageRequest('/', to),
  read(bytes, isLast = false, to) {
    const page = readPage(bytes, isLast)
    if (page === null || page === 'more') return page
    const { head, body, isComplete } = page
    const path = to && REDIRECTS.includes(head.status) ? pathOf(head.location, to) : null
    if (to && path !== null) return { send: pageRequest(path, to), known: frontOf(page, null, to) }
    const title = titleOf(body)
    if (title === null && !isComplete) return 'more'
    return wantsTls({ head, body }) ? null : frontOf(page, title, to)
  },
}

/** Products, each with the page on which it says who it is without an account, and how. */
export const PRODUCTS = {
  icecast: product('/status-json.xsl', (text) => {
    const stats = recordOf(recordOf(jsonOf(text))?.icestats)
    if (!stats) return null
    const software = typeof stats.server_id === 'string' ? stats.server_id : ''
    return { kind: 'icecast', name: said(software), version: versionIn(software) }
  }),
  plex: product('/identity', (text) => {
    const tag = between(text, '<MediaContainer', '>')
    if (!tag?.includes(' machineIdentifier="')) return null
    return { kind: 'plex', name: 'Plex Media Server', version: said(between(tag, ' version="', '"')) }
  }),
  jellyfin: product('/System/Info/Public', (text) => mediaServer(text, 'jellyfin')),
  // Jellyfin has it from Emby.
  emby: product('/System/Info/Public', (text) => mediaServer(text, 'emby')),
  // The manifest that browsers get before anybody has signed in; its version is not public.
  'home-assistant': product('/manifest.json', (text) => {
    const name = recordOf(jsonOf(text))?.name
    return name === 'Home Assistant' ? { kind: 'home-assistant', name, version: null } : null
  }),
  // The list of interfaces of DSM, which its own apps ask for before they sign in.
  synology: product('/webapi/query.cgi?api=SYNO.API.Info&version=1&method=query&query=SYNO.API.Auth', (text) => {
    const data = recordOf(recordOf(jsonOf(text))?.data)
    return data && 'SYNO.API.Auth' in data ? { kind: 'synology', name: 'Synology DSM', version: null } : null
  }),
  // The answer of QTS to a login without a name, which says the model and the version of the firmware.
  qnap: product('/cgi-bin/authLogin.cgi', (text) => {
    if (!text.includes('<QDocRoot')) return null
    const model = tagOf(text, 'displayModelName') ?? tagOf(text, 'modelName')
    return { kind: 'qnap', name: said(model), version: said(tagOf(text, 'version')) }
  }),
}

/** Returns the way to ask for the page of one product, which is read only when it is complete. */
function product(path: string, identify: (text: string) => Omit<Identified, 'players'> | null): Protocol {
  return {
    maybeSecure: true,
    hello: (to) => pageRequest(path, to),
    read(bytes, isLast = false) {
      const page = readPage(bytes, isLast)
      if (page === null || page === 'more') return page
      const found = page.isComplete ? identify(decoded(page.body)) : 'more'
      return found === null || found === 'more' ? found : { ...found, players: null }
    },
  }
}

function mediaServer(text: string, asked: 'jellyfin' | 'emby') {
  const info = recordOf(jsonOf(text))
  if (!info || typeof info.Version !== 'string' || typeof info.Id !== 'string') return null
  const isJellyfin = typeof info.ProductName === 'string' && info.ProductName.includes('Jellyfin')
  const kind = isJellyfin ? 'jellyfin' : 'emby'
  return kind === asked || !isJellyfin ? { kind, name: said(info.ServerName), version: said(info.Version) } : null
}

/** The statuses of a page that lets in only whom it knows. */
const CLOSED = [401, 403]
const PASSWORD = /type=["']?password/i

/** Returns what a front page says: a router's own, one to sign in on, or any other. */
function frontOf({ head, body }: Pick<Page, 'head' | 'body'>, title: string | null, to: Recipient | undefined): Identified {
  const server = headerOf(head, 'server')
  const realm = between(headerOf(head, 'www-authenticate') ?? '', REALM, '"')
  const isRouter = namesRouter([said(title), said(realm), said(server)]) || leadsToRouter(head.location, body)
  const isSignIn =
    CLOSED.includes(head.status) ||
    (to && redirectOf(head.location, to)?.isAway) === true ||
    PASSWORD.test(body.toString('latin1'))
  return {
    kind: isRouter ? 'router-page' : isSignIn ? 'sign-in-page' : 'http',
    name: said(title) ?? said(realm),
    version: said(server),
    players: null,
  }
}

/** Returns where a redirect leads, and whether that is another host, as that of a sign-in for several services is; null for none. */
function redirectOf(location: string | null, { host, port }: Recipient) {
  const own = URL.parse(`http://${authorityOf(host, port)}/`)
  const url = location === null || !own ? null : URL.parse(location, own.href)
  return url && { url, isAway: url.hostname !== own?.hostname }
}

/** Returns the path of a redirect that stays at the same address and port; null for any other. */
function pathOf(location: string | null, to: Recipient): string | null {
  const { url, isAway } = redirectOf(location, to) ?? { url: null, isAway: true }
  if (!url || isAway || portOfUrl(url) !== to.port) return null
  const path = `${url.pathname}${url.search}`
  return path === '/' || path.length > PATH_CHARACTERS_MAX ? null : path
}

function tagOf(text: string, tag: string): string | null {
  const found = between(text, `<${tag}>`, `</${tag}>`)
  return found === null ? null : (between(found, '<![CDATA[', ']]>') ?? found)
}

function between(text: string, start: string, end: string): string | null {
  const at = text.indexOf(start)
  const from = at + start.length
  const to = at < 0 ? -1 : text.indexOf(end, from)
  return to < 0 ? null : text.slice(from, to)
}

const TITLE_BYTES_MAX = 1024
/** The characters that pages write in this way; any others are left as they are. */
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }
const ENTITY = /&(amp|lt|gt|quot|#39|nbsp);/g

/** Returns the request for a path, as a stranger without a login sends it. */
function pageRequest(path: string, { host, port, userAgent = userAgentOf(null) }: Recipient): Buffer {
  return Buffer.from(requestText(new URL(path, `http://${authorityOf(host, port)}/`), 'GET', userAgent))
}

/** Reads an answer over HTTP: null if it is none, "more" while its head is not complete. */
function readPage(bytes: Buffer, isLast: boolean) {
  const reader = new HeadReader()
  const head = reader.push(bytes)
  if (head === null) return isLast ? null : ('more' as const)
  if (typeof head === 'string') return null
  const { bytes: body, isWhole } = bodyOf(head, bytes.subarray(reader.bodyAt))
  return { head, body, isComplete: isLast || isWhole }
}
type Page = Exclude<ReturnType<typeof readPage>, 'more' | null>

export function titleOf(body: Buffer): string | null {
  const lower = body.toString('latin1').toLowerCase()
  const opened = lower.indexOf('<title')
  const start = opened < 0 ? -1 : lower.indexOf('>', opened)
  const end = start < 0 ? -1 : lower.indexOf('</title', start)
  if (end < 0) return null
  return decoded(body.subarray(start + 1, Math.min(end, start + 1 + TITLE_BYTES_MAX))).replace(
    ENTITY,
    (_, name) => ENTITIES[name] ?? '',
  )
}

/** Returns bytes as text: UTF-8 if they are that. */
function decoded(bytes: Buffer): string {
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1')
}

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
  'cgi-bin/luci',
  'main_login.asp',
  '/sess-bin/',
  'timepro.cgi',
  '/webpages/login.html',
  '/webfig/',
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
