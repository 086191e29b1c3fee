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
export function withoutCircumstances(words: string): string[] {
  const rest = without(words, CIRCUMSTANCES)
  return [...new Set([rest, without(rest, KINDS)])].filter((text) => text !== words && text !== '')
}

function without(words: string, patterns: readonly RegExp[]): string {
  return patterns.reduce((left, pattern) => left.replace(pattern, ''), words).trim()
}
