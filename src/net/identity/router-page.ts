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
