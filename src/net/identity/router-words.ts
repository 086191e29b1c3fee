/** The words that makers of home routers write into the title, the realm or the Server header of their own page, in lower case. */
const WORDS: readonly string[] = [
  ...['router', 'residential gateway', 'home gateway', 'broadband gateway', 'cable modem', 'modem router', '공유기', 'ルーター'],
  ...[
    'iptime',
    'tp-link',
    'archer',
    'deco',
    'mercusys',
    'tenda',
    'totolink',
    'netis',
    'ruijie',
    'miwifi',
    'gl.inet',
    'rt-ax',
    'rt-ac',
  ],
  ...[
    'rt-be',
    'rt-n',
    'gt-ax',
    'gt-be',
    'zenwifi',
    'rog rapture',
    'orbi',
    'nighthawk',
    'linksys',
    'd-link',
    'dir-',
    'airstation',
    'aterm',
  ],
  ...[
    'fritz!box',
    'speedport',
    'livebox',
    'freebox',
    'bbox',
    'vodafone station',
    'easybox',
    'connect box',
    'super hub',
    'bt hub',
  ],
  ...[
    'xfinity',
    'technicolor',
    'sagemcom',
    'arris',
    'hitron',
    'ubee',
    'actiontec',
    'keenetic',
    'zyxel',
    'draytek',
    'vigor',
    'echolife',
  ],
  ...[
    'hg8245',
    'zxhn',
    'openwrt',
    'luci',
    'dd-wrt',
    'freshtomato',
    'edgeos',
    'routeros',
    'mikrotik',
    'pfsense',
    'opnsense',
    'homehub',
  ],
]
/** Paths that the pages of some routers lead to, which say so where the page has no title. */
const PATHS: readonly string[] = [
  '/cgi-bin/luci',
  'main_login.asp',
  '/sess-bin/',
  'timepro.cgi',
  '/webpages/login.html',
  'webfig',
]
const PATHS_IN_BYTES = 4096

/** Returns whether texts of a page name a router: each word where one begins, so that "decoder" is not a Deco. */
export function namesRouter(texts: readonly (string | null)[], names: readonly string[] = []): boolean {
  const words = [...WORDS, ...names.map((name) => name.toLowerCase())]
  return texts.some((text) => {
    const lower = text?.toLowerCase() ?? ''
    return words.some((word) => beginsIn(lower, word))
  })
}

/** Returns whether the beginning of a page leads to the login of a router. */
export function leadsToRouter(location: string | null, body: Buffer): boolean {
  const text = `${location ?? ''}\n${body.toString('latin1', 0, PATHS_IN_BYTES)}`.toLowerCase()
  return PATHS.some((path) => text.includes(path))
}

/** Returns whether a word is in a text, neither inside another nor, unless it ends with a hyphen or a sign, continued by letters. */
function beginsIn(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length
    const isContinued = isLetter(text[end]) && isLetter(text[end - 1])
    if (!isLetter(text[at - 1]) && !isContinued) return true
  }
  return false
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && character >= 'a' && character <= 'z'
}
