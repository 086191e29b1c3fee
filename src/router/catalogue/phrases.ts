import { indexOf, type Key } from './keys.ts'

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
const KINDS = new Set(
  'game games gameserver gamehosting 게임서버 web website nas cctv camera nvr dvr server database docker router modem wifi gateway printer 웹 나스 카메라 녹화기 도커 공유기 모뎀 와이파이 서버 게임 프린터'.split(
    ' ',
  ),
)

/** Endings of Korean words in a sentence: "아이피타임인데요", "마인크래프트를". */
const ENDING =
  /(?<=[가-힣a-z\d]{2})(?:인데요?|이에요|예요|입니다|이요|이랑|으로|에서|한테|을|를|은|는|이|가|로|의|와|과|랑|도|용)$/

/** The entries that a text names among other words. */
interface Phrase<Entry> {
  /** The entries with telling names, each once. */
  readonly named: readonly Entry[]
  /** The entries that the text may name: short names and everyday words. */
  readonly perhaps: readonly Entry[]
}

/** Returns the entries that are named anywhere in a text, the longest names first; no word is part of two names. */
export function entriesInPhrase<Entry>(keys: readonly Key<Entry>[], words: string): Phrase<Entry> {
  const spellings = indexOf(keys).full
  const left: (string | null)[] = words.split(' ')
  const [named, perhaps] = [new Set<Entry>(), new Set<Entry>()]
  for (let length = left.length; length > 0; length--) {
    for (let start = 0; start + length <= left.length; start++) {
      const run = left.slice(start, start + length)
      const whole = run.includes(null) ? '' : run.join('')
      const text = spellings.has(whole) ? whole : whole.replace(ENDING, '')
      const entry = spellings.get(text)
      if (!entry) continue
      if (!KINDS.has(text)) (isTelling(text, left[start + length]) ? named : perhaps).add(entry)
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
