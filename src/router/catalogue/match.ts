import { slipsBetween } from '../../platform/edit-distance.ts'
import {
  entriesOfClass,
  entriesOfMaker,
  entriesOfModel,
  isSpeedClass,
  joined,
  type Key,
  mended,
  type Named,
  type Names,
  namesOf,
  type Spelling,
  spell,
  tellingWords,
  withDigits,
  withoutRouter,
  wordsOf,
} from './names.ts'

/** Words around a name that tell from where, for whom or how, but not what: "plex remote access", "나스 외부 접속", "PS5 NAT type 3". */
const CIRCUMSTANCES = [
  /(^| )(?:(?:strict|moderate|open) )?nat(?: (?:type|타입|유형))?(?: (?:strict|moderate|open|[a-f1-4]))?(?= |$)/g,
  /(^| )(?:for|with) (?:my |the )?(?:friends?|family|kids)(?= |$)/g,
  /(^| )(?:at|from|on|in) (?:my |the |an? )?(?:home|work|office|road|outside|abroad|anywhere|internet|phone)(?= |$)/g,
  /(^| )(?:(?:on|in) (?:my |the |an? )?)?(?:raspberry ?pi|docker|modpack)(?= |$)/g,
  /(^| )(?:on|under|for) (?:linux|ubuntu|debian|windows|mac ?os|mac)(?: \d+)?(?= |$)/g,
  /(^| )over the internet(?= |$)/g,
  /(^| )(?:remote|external|outside|public) access(?= |$)/g,
  /(^| )(?:how to|set ?up|open|run|host|hosting|self hosted|dedicated|network(?! switch)|my|an?|the|for|to|ports?|api|app|remote|remotely)(?= |$)/g,
  / ?(?:외부|밖|원격) ?(?:에서 ?)?(?:접속|연결|접근)(?:하기|하는)?(?= |$)/g,
  / ?(?:열기|여는 ?법|여는 ?방법|만들기|방 ?만들기|방 ?안 ?보임)(?= |$)/g,
  /(^| )(?:외부|밖|집|회사|폰|휴대폰|핸드폰)(?:에서|으로)(?= |$)/g,
  /(^| )(?:외부|하기|보기|쓰기|설정|방법|포트|전용|모드|개인|네트워크|핑|렉|라즈베리 ?파이|도커|친구(?:랑|와|들과|들이랑)?)(?= |$)/g,
  / ?(?:허브|브리지|브릿지|ap|bridge|hub|access point) ?(?:모드|mode)(?= |$)/g,
] as const

/** Kinds of things, which add nothing to a name: "hikvision nvr", "시놀로지 NAS". */
const KINDS = [
  /(^| )(?:nas|vpn|nvr|dvr|recorder|cameras?|cam|voice|chat|game|linux|web ?ui|extender|repeater|mesh)(?= |$)/g,
  /(^| )(?:나스|녹화기|카메라|음성|채팅|게임|리눅스|증폭기|확장기|메시)(?= |$)/g,
] as const

/** Returns a text without circumstances, then also without kinds; nothing where that changes nothing or leaves nothing. */
function withoutCircumstances(words: string): string[] {
  const rest = without(words, CIRCUMSTANCES)
  return [...new Set([rest, without(rest, KINDS)])].filter((text) => text !== words && text !== '')
}

function without(words: string, patterns: readonly RegExp[]): string {
  return patterns.reduce((left, pattern) => left.replace(pattern, ''), words).trim()
}

/** Networks that are open to everybody, in words that are also the names of providers: Free of France has no part in "free wifi". */
const NO_NAME = /^(?:(?:an?|my|the|at) )*(?:(?:free|public|open) ?(?:wi ?fi|wlan|hotspot)|(?:무료|공공) ?(?:와이파이|wi ?fi))$/

/** The entry that a text names. `near` has at most five entries, the best first, and only if nothing was found. */
export interface Match<Entry> {
  readonly found: Entry | null
  readonly near: readonly Entry[]
}

const NEAR_MAX = 5
/** The longest text that is compared letter by letter; no name is longer. */
const TEXT_MAX = 100
/** The shortest spelling that a model may follow after a space ("ASUS RT-AX86U"). */
const BRAND_MIN = 3
/** The shortest text that may be taken for a typing error. */
const SLIP_MIN = 4
/** The shortest spellings in which a changed letter, and in which two slips, still are a typing error. */
const CHANGED_MIN = 8
const TWO_SLIPS_MIN = 12
/** The largest share of wrong letters in a suggestion; and of the longer spelling, the smallest share that is there. */
const SUGGESTED_SLIPS = 0.3
const SUGGESTED_PART = 0.5

/** Words that describe a Wi-Fi, an internet or a router more often than they name one: "free wifi" is not that of Free. */
const DESCRIBING = new Set(['free', 'home', 'mobile', 'open', 'public', 'guest', 'basic', 'fast', 'new', 'our', '무료'])

/**
 * Returns the entry that a text names: by id, name, alias, model or maker, in any case, spacing and punctuation, with or without a word
 * such as "router", with a model number after it, in a phrase that names nothing else, or with an unmistakable typing error. If a maker has
 * several entries, or a phrase names several, all of them are near. Without `isPhrase`, more words are not passed over.
 */
export function matchName<Entry extends Named>(entries: readonly Entry[], text: string, isPhrase = true): Match<Entry> {
  const words = wordsOf(text)
  if (words === '' || words.length > TEXT_MAX || NO_NAME.test(words)) return { found: null, near: [] }
  const names = namesOf(entries)
  const { keys, full, models } = names
  const speed = tellingWords(words)
  if (isSpeedClass(speed)) return { found: null, near: entriesOfClass(models, speed).slice(0, NEAR_MAX) }
  if (!full.has(joined(words)) && speed !== words && DESCRIBING.has(speed)) return { found: null, near: named(keys, speed) }
  const ofModel = entriesOfModel(models, words)
  const found = exactly(names, words) ?? only(ofModel) ?? bySeries(names, words) ?? byModel(keys, words)
  if (found) return { found, near: [] }
  const labelled = [ofModel, entriesOfMaker(entries, withoutRouter(words))].find((some) => some.length > 0)
  if (labelled) return only(labelled) ? { found: only(labelled), near: [] } : { found: null, near: labelled.slice(0, NEAR_MAX) }
  const numbered = withDigits(words)
  for (const text of [...withoutCircumstances(words), mended(words), numbered]) {
    const rest = exactly(names, text) ?? byModel(keys, text)
    if (rest) return { found: rest, near: [] }
  }
  const slipped = bySlips(keys, numbered)
  return slipped.found || !isPhrase ? slipped : (byPhrase(full, numbered) ?? slipped)
}

function named<Entry>(keys: readonly Key<Entry>[], words: string): Entry[] {
  return [...new Set(keys.filter(({ full }) => full === joined(words)).map(({ entry }) => entry))]
}

function byPhrase<Entry>(spellings: Names<Entry>['full'], words: string): Match<Entry> | null {
  const { named, perhaps } = entriesInPhrase(spellings, words)
  const near = [...named, ...perhaps]
  if (near.length === 0) return null
  return named.length === 1 && perhaps.length === 0
    ? { found: only(named), near: [] }
    : { found: null, near: near.slice(0, NEAR_MAX) }
}

/** Returns whether a text is a name as it is listed, without a slip and without more words. */
export function isListed(entries: readonly Named[], text: string): boolean {
  return namesOf(entries).full.has(joined(wordsOf(text)))
}

function only<Entry>(entries: readonly Entry[]): Entry | null {
  return entries.length === 1 ? (entries[0] ?? null) : null
}

/** Returns the entry of these words, otherwise without "router" ("Google Wifi router" is "Google Wifi"), otherwise of the distinctive words. */
function exactly<Entry>({ full, telling }: Names<Entry>, words: string): Entry | null {
  const whole = full.get(joined(words)) ?? full.get(joined(withoutRouter(words)))
  return whole ?? telling.get(joined(tellingWords(words))) ?? null
}

/** Returns the entry of a make followed by a series: the series decides if it belongs to the same entry or has a number ("TP-Link TL-WR841N"). */
function bySeries<Entry>(names: Names<Entry>, words: string): Entry | null {
  const { keys, models } = names
  const make = longest(keys.filter((key) => key.full.length >= BRAND_MIN && words.startsWith(key.start)))
  if (!make) return null
  const series = words.slice(make.words.length + 1)
  // Makers number their models alike, so a model decides only among entries of the make.
  const ofMake = new Set(
    keys.filter((key) => key.words === make.words || key.words.startsWith(make.start)).map(({ entry }) => entry),
  )
  const ofModel = entriesOfModel(
    models.filter(({ entry }) => ofMake.has(entry)),
    series,
  )
  const found = exactly(names, series) ?? only(ofModel) ?? byModel(keys, series)
  return found === make.entry || /\d/.test(series) ? found : null
}

function byModel<Entry>(keys: readonly Key<Entry>[], words: string): Entry | null {
  const texts = [...new Set([words, tellingWords(words)])].map((text) => ({ text, whole: joined(text) }))
  return longest(keys.filter((key) => texts.some((text) => isFollowedByModel(text, key))))?.entry ?? null
}

function longest<Entry>(keys: readonly Key<Entry>[]): Key<Entry> | null {
  return keys.toSorted((one, other) => other.full.length - one.full.length)[0] ?? null
}

function isFollowedByModel(
  { text, whole }: { text: string; whole: string },
  { start, full, isSeries, isGame }: Key<unknown>,
): boolean {
  // A number after the name of a game is a sequel; a version has more numbers, and a port more digits.
  if (isGame && whole.startsWith(full) && /^\d{1,2}$/.test(whole.slice(full.length))) return false
  if (full.length >= BRAND_MIN && text.startsWith(start) && isModel(text.slice(start.length))) return true
  return isSeries && whole.startsWith(full) && /^\d[a-z\d]{0,9}$/.test(whole.slice(full.length))
}

/** Returns whether a text is up to four short words of Latin letters and digits, at least one with a digit: "rt ax86u", "7590 ax", "c7 v2". */
function isModel(text: string): boolean {
  const words = text.split(' ')
  return words.length <= 4 && /\d/.test(text) && words.every((word) => /^([a-z]{1,5}|(?=[a-z]*\d)[a-z\d]{1,10})$/.test(word))
}

/** Returns the nearest entry if it is unmistakable; otherwise all that are near enough to be worth asking about. */
function bySlips<Entry>(keys: readonly Key<Entry>[], words: string): Match<Entry> {
  const nearest = new Map<Entry, { slips: number; sure: boolean }>()
  const asked = tellingWords(words)
  const spelling = spell(joined(asked))
  if (spelling.length < SLIP_MIN) return { found: null, near: [] }
  for (const key of keys) {
    const slips = suggestedSlips(key, asked, spelling)
    const best = nearest.get(key.entry)
    if (slips !== null && (!best || slips < best.slips))
      nearest.set(key.entry, { slips, sure: slips <= sureSlips(key.telling, spelling) })
  }
  const ranked = [...nearest].sort(([, one], [, other]) => one.slips - other.slips)
  const [first, second] = ranked
  if (first?.[1].sure && (!second || second[1].slips > first[1].slips)) return { found: first[0], near: [] }
  return { found: null, near: ranked.slice(0, NEAR_MAX).map(([entry]) => entry) }
}

/** Returns the number of slips between a spelling and the words of a text; null if the spelling would be a silly suggestion. */
function suggestedSlips(
  { telling, start, firstWord, unfinishedMin }: Key<unknown>,
  words: string,
  asked: Spelling,
): number | null {
  const { text } = asked
  const shorter = Math.min(telling.length, asked.length)
  if (shorter < SLIP_MIN) return null
  const usual = shorter <= SLIP_MIN || telling.digits !== asked.digits ? 0 : shorter < 2 * SLIP_MIN ? 1 : 2
  const most = Math.max(usual, Math.min(usual + 1, Math.floor(shorter * SUGGESTED_SLIPS)), 1)
  const slips = slipsBetween(telling.letters, asked.letters, most)
  if (slips <= most) return slips
  // Half a name, an unfinished word, or a name with more words after it, but never a name that merely begins a longer word.
  const isUnfinished = firstWord !== text && firstWord.startsWith(text) && shorter > unfinishedMin
  const isPart = telling.text.startsWith(text) || words.startsWith(start)
  const isMost = shorter >= SUGGESTED_PART * Math.max(telling.length, asked.length)
  return isUnfinished || (isPart && isMost) ? usual + 2 : null
}

/** Returns the number of slips that are unmistakable: none in a short name, in a number or in the first letter. */
function sureSlips(spelling: Spelling, asked: Spelling): number {
  const shorter = Math.min(spelling.length, asked.length)
  if (shorter <= SLIP_MIN || spelling.digits !== asked.digits || spelling.letters[0] !== asked.letters[0]) return 0
  if (shorter >= TWO_SLIPS_MIN) return 2
  return shorter >= CHANGED_MIN || isMiswritten(spelling, asked) ? 1 : 0
}

/** Returns whether a short word may only be a miswritten other one; another letter, or one more at the end, makes another word: "squid" is not Squad. */
function isMiswritten({ letters, text }: Spelling, asked: Spelling): boolean {
  const isSwapped = letters.toSorted().join('') === asked.letters.toSorted().join('')
  const isEndKept = letters.at(-1) === asked.letters.at(-1) && letters.length !== asked.letters.length
  return !/\p{Script=Hangul}/u.test(text) && (isSwapped || isEndKept || soundOf(text) === soundOf(asked.text))
}

function soundOf(text: string): string {
  return text.replaceAll('y', 'i').replaceAll('k', 'c').replaceAll('z', 's')
}

/** The shortest name that is telling among other words: "kt" or "lol" may be part of anything. A Hangul syllable counts as two letters. */
const TELLING_MIN = 4

/** Names that are everyday words as well: among other words they are worth a question, no more. */
const EVERYDAY = new Set(
  'ring blink element league maple mail rust ship squad switch stream steam matrix satisfactory team teams zoom forest paper forge fabric bedrock paperless transmission sunshine moonlight front free three spark globe delta wind zen mega bell hello smart merlin air home office work phone cell mobile mobil hotel cafe school campus line apex eco vein conan core isle icarus insurgency sandstorm whale company airport hospital building cellular college unknown other generic none basic ultra metro wave orange virgin magenta frontier spectrum optimum freedom windows linux repo peak convoy realms apollo opal wings destiny battlefield belong cuckoo salt sonic sunrise'.split(
    ' ',
  ),
)

/** Words behind a name that make it another thing, unless a name includes them: "Vodafone Ireland", "T-Mobile Fiber". */
const ANOTHER = new Set(
  'fiber fibre mobile cellular education realms ireland italy italia germany deutschland france spain espana portugal uk us usa canada australia india japan brasil brazil austria switzerland netherlands belgium mexico 아일랜드 영국 독일 프랑스 일본'.split(
    ' ',
  ),
)

/** Kinds of things, which a name beside them explains: the NAS that runs Plex. */
const PHRASE_KINDS = new Set(
  'game games gameserver gamehosting 게임서버 web website nas cctv camera nvr dvr server database docker router modem wifi gateway printer 웹 나스 카메라 녹화기 도커 공유기 모뎀 와이파이 서버 게임 프린터'.split(
    ' ',
  ),
)

/** Endings of Korean words in a sentence: "아이피타임인데요", "마인크래프트를". */
const ENDING =
  /(?<=[가-힣a-z\d]{2})(?:인데요?|이에요|예요|입니다|이요|이랑|으로|에서|한테|을|를|은|는|이|가|로|의|와|과|랑|도|용)$/

/** Returns the entries that are named anywhere in a text, the longest names first, and those of a short name or an everyday word. No word is part of two names. */
function entriesInPhrase<Entry>(spellings: Names<Entry>['full'], words: string) {
  const left: (string | null)[] = words.split(' ')
  const [named, perhaps] = [new Set<Entry>(), new Set<Entry>()]
  for (let length = left.length; length > 0; length--) {
    for (let start = 0; start + length <= left.length; start++) {
      const run = left.slice(start, start + length)
      const whole = run.includes(null) ? '' : run.join('')
      const text = spellings.has(whole) ? whole : whole.replace(ENDING, '')
      const entry = spellings.get(text)
      if (!entry) continue
      if (!PHRASE_KINDS.has(text)) (isTelling(text, left[start + length]) ? named : perhaps).add(entry)
      left.fill(null, start, start + length)
    }
  }
  return { named: [...named], perhaps: [...perhaps].filter((entry) => !named.has(entry)) }
}

/** Returns whether a name leaves no doubt; a number or another word behind it may make it another thing: "Diablo 2 remake". */
function isTelling(text: string, next: string | null | undefined): boolean {
  const length = [...text].reduce((sum, letter) => sum + (/[가-힣]/.test(letter) ? 2 : 1), 0)
  return length >= TELLING_MIN && !EVERYDAY.has(text) && !/^\d{1,2}$/.test(next ?? '') && !ANOTHER.has(next ?? '')
}
