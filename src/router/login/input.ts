import { Refusal } from '../../contract/problem.ts'
import { type Address, parseAddress } from '../../policy/address.ts'
import { classify } from '../../policy/classify.ts'
import { folded, wordsOf } from '../catalogue/names.ts'
import { inputText } from './input.text.ts'

/** Returns the gateway that a caller names, as text. Throws `invalid-target`, with the reason, unless it is a private IPv4 address. */
export function readGateway(text: string | undefined): string | null {
  if (text === undefined) return null
  const address = parseAddress(text)
  const fault = address ? faultOf(address) : LOOKS_LIKE_IPV6.test(text) ? 'gateway-is-ipv6' : 'gateway-not-an-address'
  if (address && fault === null) return address.text
  const slots = { address: address?.text ?? '' }
  throw new Refusal('invalid-target', (locale) => inputText.say(locale, fault ?? 'gateway-not-an-address', slots), {
    field: 'gateway',
  })
}

/** IPv6 addresses, including the zone id that systems add to link-local gateways: fe80::1%en0. */
const LOOKS_LIKE_IPV6 = /^\[?[\da-f]*:[\da-f:]*:[\da-f:.]*(%[\w.-]+)?\]?$/i

function faultOf(address: Address) {
  if (address.version === 6) return 'gateway-is-ipv6'
  const { scope } = classify(address)
  if (scope === 'private') return /\.(0|255)$/.test(address.text) ? 'gateway-is-network' : null
  if (scope === 'link-local') return 'gateway-is-link-local'
  if (scope === 'shared') return 'gateway-is-shared'
  return scope === 'public' ? 'gateway-is-public' : 'gateway-not-private'
}

/** Whether the internet works at the moment. */
export const LOGIN_STATES = ['yes', 'no', 'unknown'] as const
export type State = (typeof LOGIN_STATES)[number]

/** The words for each state in two languages: the grammar of one field, which names nothing that an operator could add. */
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

/** Complaints that say no wherever they are in a sentence ("와이파이는 되는데 인터넷이 안돼요"). */
const TROUBLE = `no internet, not working, doesnt work, does not work, cant connect, cannot connect, not connected, red light, light is red, keeps dropping,
    인터넷이 안, 인터넷은 안, 인터넷만 안, 안돼요, 안됩니다, 안되요, 안터져, 끊겨요, 끊깁니다, 먹통, 빨간불`

/** Words that people put around those above. They are ignored. */
const AROUND = new Set(
  `i the my our a is it its am are internet connection network wifi wi fi line currently now today still at all moment the
  인터넷 인터넷이 인터넷은 인터넷도 와이파이 와이파이가 와이파이는 연결 연결이 연결은 회선 회선이 상태 상태는 지금 현재 계속 아예 전혀 잘`.split(
    /\s+/,
  ),
)

const STATES = LOGIN_STATES.map((state) => ({ state, words: new Set([state, ...STATE_WORDS[state].split(',')].map(folded)) }))
const TROUBLES = TROUBLE.split(',').map(folded)

/** Returns the state that a text describes; null for a text that describes none. A hint never refuses. */
export function readState(text: string | undefined): State | null {
  if (text === undefined) return 'unknown'
  const around = wordsOf(text.replace(/['’]/g, '')).split(' ')
  const bare = around.filter((word) => !AROUND.has(word)).join('')
  const found = [folded(text), bare].map((word) => STATES.find(({ words }) => words.has(word))).find(Boolean)
  if (found) return found.state
  return TROUBLES.some((trouble) => folded(text).includes(trouble)) ? 'no' : null
}
