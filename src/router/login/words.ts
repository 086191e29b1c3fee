import { Refusal } from '../../contract/problem.ts'
import { matchName } from '../catalogue/match.ts'
import { wordsOf } from '../catalogue/normalize.ts'
import type { Platform } from '../catalogue/schema.ts'
import { shown } from '../catalogue/shown.ts'
import { inputText } from './input.text.ts'

export const PLATFORM_IDS = ['windows', 'macos', 'linux', 'android', 'ios', 'chromeos', 'other'] as const
export type PlatformId = (typeof PLATFORM_IDS)[number]

/** Whether the internet works at the moment. */
export const LOGIN_STATES = ['yes', 'no', 'unknown'] as const
export type State = (typeof LOGIN_STATES)[number]

/** What people call their device, beside the aliases of the catalogue. Korean words stand whole, since Korean joins them. */
const PLATFORM_WORDS: Record<PlatformId, string> = {
  windows:
    'windows laptop, windows pc, ms windows, galaxy book, samsung laptop, lg gram, gram, 윈도, 윈10, 윈11, 윈도우 노트북, 윈도우 pc, 노트북 윈도우, 갤럭시 북, 삼성 노트북, lg 그램, 그램',
  macos: 'mac os, mac os x, os x, osx, macbook, imac, mac mini, 맥os, 맥북, 아이맥, 맥미니',
  linux: 'debian, fedora, arch, mint, raspberry pi, raspbian, steam deck, 데비안, 페도라, 라즈베리파이, 스팀덱',
  android: 'android phone, android tablet, samsung, pixel, 안드로이드폰, 갤럭시탭, 갤탭, z플립, z폴드, 삼성',
  ios: 'ipados, ipad os, apple phone, 아이폰, 아이패드, 애플폰',
  chromeos: 'chrome os, chrome book, cros, 크롬 os, 크롬 북',
  other:
    'unknown, none, something else, not sure, dont know, smart tv, tv, console, playstation, ps4, ps5, xbox, nintendo switch, phone, mobile, smartphone, tablet, laptop, notebook, desktop, computer, 노트북, 컴퓨터, 데스크톱, 데스크탑, 플스, 엑스박스, 닌텐도, 핸드폰, 휴대폰, 휴대전화, 스마트폰, 폰, 모바일, 태블릿, 기타, 그 외, 모름, 모르겠어요, 모르겠습니다, 잘 모르겠어요, 잘 모르겠습니다, 스마트tv, 티비',
}

const STATE_WORDS: Record<State, string> = {
  yes: `y, 1, yep, yeah, ok, okay, true, up, on, online, connected, works, working, it works, fine, good, normal, stable, all good,
    예, 네, 응, ㅇㅇ, 정상, 정상입니다, 양호, 온라인, 연결됨, 연결됐어요, 연결되었습니다, 연결돼요, 됨, 됩니다, 돼요, 되요, 가능, 잘됨, 잘돼요, 잘됩니다`,
  no: `n, 0, nope, false, down, off, offline, broken, bad, dead, slow, very slow, unstable, drops, keeps dropping, disconnected, limited, error,
    not working, not connected, not connecting, doesnt work, does not work, doesnt connect, cant connect, cannot connect, no internet,
    no access, connected no internet, connected without internet, no internet access, intermittent,
    아니요, 아니오, 아뇨, ㄴㄴ, 안됨, 안돼, 안돼요, 안되요, 안됩니다, 안되고있어요, 안터져요, 끊김, 끊겨요, 끊깁니다, 가끔 끊겨요, 자꾸 끊겨요, 자꾸 끊김, 끊어짐, 불가, 불가능, 접속 불가, 오프라인,
    느림, 느려요, 느립니다, 너무 느려요, 연결안됨, 연결되지않음, 연결끊김, 없음, 인터넷없음, 연결됨 인터넷없음, 인터넷에 연결되지않음, 고장, 먹통, 불안정`,
  unknown: `not sure, unsure, dont know, do not know, no idea, maybe, not tested, 모름, 모르겠어요, 모르겠습니다, 잘 모르겠어요, 잘 모르겠습니다,
    글쎄요, 알 수 없음, 확인 안 함, 확인 못 함`,
}

/** What people say around the word that counts. */
const AROUND = new Set(
  `i the my our a is it its am are internet connection network wifi wi fi line currently now today still at all moment the
  인터넷 인터넷이 인터넷은 인터넷도 와이파이 와이파이가 와이파이는 연결 연결이 연결은 회선 회선이 상태 상태는 지금 현재 계속 아예 전혀 잘`.split(
    /\s+/,
  ),
)

const listed = (words: string) => new Set(words.split(',').map(folded))
const STATE_SETS = LOGIN_STATES.map((state) => ({ state, words: listed(`${state}, ${STATE_WORDS[state]}`) }))

function folded(text: string): string {
  return wordsOf(text.replace(/['’]/g, '')).replaceAll(' ', '')
}

/** The state that a text tells of; throws `unknown-value` for a text that tells of none. */
export function readState(text: string | undefined): State {
  if (text === undefined) return 'unknown'
  const around = wordsOf(text.replace(/['’]/g, '')).split(' ')
  const bare = around.filter((word) => !AROUND.has(word)).join('')
  const found = [folded(text), bare].map((word) => STATE_SETS.find(({ words }) => words.has(word))).find(Boolean)
  if (found) return found.state
  throw refusal('connectionState', text, LOGIN_STATES, [])
}

/** The platform that a text names; null where none was given. Throws `unknown-value` for a text that names none, or two. */
export function readPlatform(text: string | undefined, platforms: readonly Platform[]): PlatformId | null {
  if (text === undefined) return null
  const known = PLATFORM_IDS.map((id) => ({ id, words: wordsOfPlatform(id, platforms) }))
  const whole = known.find(({ words }) => words.has(folded(text)))
  if (whole) return whole.id
  // "Windows 11 Pro", "Galaxy S24", "ios17": one word of it, without its version.
  const parts = wordsOf(text)
    .split(' ')
    .map((word) => word.replace(/\d+$/, ''))
    .filter((word) => word.length > 2 || /[가-힣]/.test(word))
  const named = known.filter(({ id, words }) => id !== 'other' && parts.some((part) => words.has(part)))
  if (named.length === 1 && named[0]) return named[0].id
  const { found, near } = matchName(platforms, text)
  throw refusal('platform', text, PLATFORM_IDS, named.length > 1 ? named.map(({ id }) => id) : idsOf(found ? [found] : near))
}

function wordsOfPlatform(id: PlatformId, platforms: readonly Platform[]): Set<string> {
  const entry = platforms.find((platform) => platform.id === id)
  const names = entry ? [entry.name.en, entry.name.ko, ...entry.aliases] : []
  return listed([id, ...names, PLATFORM_WORDS[id]].join(','))
}

function idsOf(platforms: readonly Platform[]): string[] {
  return platforms.map(({ id }) => id)
}

function refusal(
  field: 'platform' | 'connectionState',
  text: string,
  supported: readonly string[],
  didYouMean: readonly string[],
) {
  const slots = { value: shown(text), supported: supported.join(', ') }
  return new Refusal('unknown-value', (locale) => inputText.say(locale, field, slots), { field, didYouMean, supported })
}
