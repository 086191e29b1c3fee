import { defineText, inBoth } from '../../contract/text.ts'

const RULE_WORDS = inBoth({
  both: ['{one} and {other}', '{one} 및 {other}'],
  'the-router': ['the router', '공유기'],
  until: ['{rule}; ends at {time} unless renewed.', '{rule}. 갱신하지 않으면 {time}에 만료됩니다.'],
  stays: ['{rule}; it was there before, and stays as it was.', '{rule}. 이미 있던 규칙이므로 그대로 두었습니다.'],
  gone: ['{rule}: taken back.', '{rule}. 삭제했습니다.'],
  refused: ['{protocol} over {family}, asked by {way}: {reason}', '{family} {protocol} 포트({way}): {reason}'],
  closed: ['{protocol} port {port} over {family}: closed by {way}.', '{family} {protocol} {port}번 포트({way}): 닫았습니다.'],
  'reason.silent': ['no answer.', '응답이 없습니다.'],
  'reason.unsupported': ['the router does not do that.', '공유기가 이 기능을 지원하지 않습니다.'],
  'reason.taken-by': ['a rule to {by} has this port.', '{by} 기기로 가는 규칙이 이 포트를 쓰고 있습니다.'],
  'reason.no-room': ['the router has no room for more rules.', '공유기에 규칙을 더 추가할 수 없습니다.'],
  'reason.absent': ['there was no rule.', '규칙이 없습니다.'],
  'reason.garbled': ['the answer cannot be read.', '응답을 해석할 수 없습니다.'],
  'reason.other': ['the router refused.', '공유기가 거부했습니다.'],
  'with-code': ['{reason} (code {code})', '{reason} 코드: {code}'],
  sight: ['{protocol} over {family}: {sight}.', '{family} {protocol} 포트: {sight}.'],
  lost: ['{rule}: the router did not renew it; it ends at {time}.', '{rule}. 공유기가 갱신해 주지 않아 {time}에 만료됩니다.'],
  renewed: ['{rule}: renewed, until {time}.', '{rule}. {time}까지 갱신했습니다.'],
  asking: ['Asking the router at {gateway} ...', '공유기({gateway})에 요청하는 중입니다 ...'],
  'hold-until': ['Kept open until {time}, or until Ctrl-C.', '{time}까지, 또는 Ctrl-C를 누를 때까지 열어 둡니다.'],
  hold: ['Kept open until Ctrl-C.', 'Ctrl-C를 누를 때까지 열어 둡니다.'],
})

/** The words of `open` and `close` for rules, ways and refusals. */
export const openingText = defineText({
  en: {
    ...RULE_WORDS.en,
    'rule.ipv4': 'Rule ({way}): {protocol} port {externalPort} at {externalIp} to port {port} of this computer',
    'rule.ipv6': 'Pinhole ({way}): {protocol} port {port} of this computer over IPv6',
    left: '{rule}: could not be taken back; ends by itself at {time}.',
    agreed: '{protocol} port {port} over {family}: the router agreed by {way} to remove a rule, if there was one.',
    'reason.forbidden': 'the router does not allow it for this computer, or not for this port.',
    'reason.taken': 'the router does not give this port: another rule has it, or it is kept back.',
    'reason.no-address': 'the router says that it has no public address of its own.',
    'reason.permanent': 'the router says that it would keep the rule for good.',
    'hold-missed': '{held} It was not reached yet; Ctrl-C ends this and says what to do.',
    closing: 'Taking it back. A second Ctrl-C ends at once; the rules then end by themselves at {time} at the latest.',
  },
  ko: {
    ...RULE_WORDS.ko,
    'rule.ipv4': '{externalIp}의 {protocol} {externalPort}번 포트 → 이 컴퓨터의 {port}번 포트({way})',
    'rule.ipv6': 'IPv6 {protocol} {port}번 포트 → 이 컴퓨터로 접속 허용({way})',
    left: '{rule}. 삭제하지 못했습니다. {time}에 자동으로 만료됩니다.',
    agreed: '{family} {protocol} {port}번 포트({way}): 규칙이 있으면 삭제하라는 요청을 공유기가 받아들였습니다.',
    'reason.forbidden': '공유기가 이 컴퓨터의 요청이나 이 포트를 허용하지 않습니다.',
    'reason.taken': '공유기가 이 포트를 열어 주지 않습니다. 다른 규칙이 쓰고 있거나 공유기가 남겨 둔 포트입니다.',
    'reason.no-address': '공유기가 공인 IP를 받지 못했다고 응답합니다.',
    'reason.permanent': '공유기가 규칙을 만료 없이 계속 유지하겠다고 응답합니다.',
    'hold-missed': '{held} 아직 외부에서 접속되지 않습니다. Ctrl-C를 누르면 끝내고 해결 방법을 보여 줍니다.',
    closing: '규칙을 삭제하고 있습니다. Ctrl-C를 다시 누르면 바로 끝나고, 남은 규칙은 늦어도 {time}에 자동으로 만료됩니다.',
  },
})

const CLOSE_WORDS = inBoth({
  title: ['Close a port', '포트 닫기'],
  'label.port': ['Port', '포트'],
  'field.port': ['The port of this computer that the rules lead to.', '규칙의 대상인 이 컴퓨터의 포트입니다.'],
  'label.protocol': ['Protocol', '프로토콜'],
  'field.protocol': ['TCP, UDP or both.', 'TCP, UDP 또는 둘 다입니다.'],
  'label.externalPort': ['External port', '외부 포트'],
  'button.remove-rule': ['Remove the rule', '규칙 삭제'],
})

export const closeText = defineText({
  en: {
    ...CLOSE_WORDS.en,
    summary: 'Has the router remove the rules that lead to a port of this computer, by PCP, NAT-PMP and UPnP',
    'use-when': 'A port that was opened by doorstep open, or by a program on this computer, is to be closed.',
    'not-for': 'A rule that leads to another device is removed in the settings of the router.',
    'field.externalPort':
      'The port on the internet side of the router. By default, every one that leads to the port of this computer.',
    'headline.closed': 'The router no longer leads {protocol} port {port} to this computer.',
    'headline.asked': 'The router agreed to remove rules for {protocol} port {port}, but does not show whether there were any.',
    'headline.nothing-to-close': 'The router shows no rule for {protocol} port {port} that leads to this computer.',
    'headline.left-alone':
      'The router has a rule for {protocol} port {port} that leads to {by}, not to this port of this computer. It was left alone.',
    'headline.failed': 'The rules for {protocol} port {port} could not all be removed.',
    'headline.nobody': 'No rule for {protocol} port {port} was removed: no router was found that does so when asked.',
    'remove-rule': 'If there is a rule for port {port} in the settings of the router, remove it there.',
  },
  ko: {
    ...CLOSE_WORDS.ko,
    summary: '이 컴퓨터의 포트로 가는 규칙을 공유기에서 삭제하도록 PCP, NAT-PMP, UPnP로 요청합니다',
    'use-when': 'doorstep open 명령이나 이 컴퓨터의 프로그램이 연 포트를 닫을 때 사용하십시오.',
    'not-for': '다른 기기로 가는 규칙은 공유기 설정에서 삭제하십시오.',
    'field.externalPort': '공유기의 인터넷 쪽 포트입니다. 기본값은 이 컴퓨터의 포트로 가는 모든 외부 포트입니다.',
    'headline.closed': '공유기가 {protocol} {port}번 포트를 더 이상 이 컴퓨터로 포워딩하지 않습니다.',
    'headline.asked':
      '공유기가 {protocol} {port}번 포트의 규칙을 삭제하라는 요청을 받아들였지만, 규칙이 있었는지는 알려 주지 않습니다.',
    'headline.nothing-to-close': '공유기가 알려 준 목록에 {protocol} {port}번 포트를 이 컴퓨터로 포워딩하는 규칙이 없습니다.',
    'headline.left-alone':
      '공유기에 {protocol} {port}번 포트의 규칙이 있지만, 이 컴퓨터의 이 포트가 아니라 {by} 주소로 가는 규칙이므로 그대로 두었습니다.',
    'headline.failed': '{protocol} {port}번 포트의 규칙을 모두 삭제하지는 못했습니다.',
    'headline.nobody': '포트를 자동으로 닫아 주는 공유기를 찾지 못해 {protocol} {port}번 포트의 규칙을 삭제하지 못했습니다.',
    'remove-rule': '공유기 설정에 {port}번 포트의 규칙이 있으면 삭제하십시오.',
  },
})

const OPEN_WORDS = inBoth({
  title: ['Open a port', '포트 열기'],
  'label.port': ['Port', '포트'],
  'field.port': ['The port of this computer that is to be reached.', '외부에서 접속할 이 컴퓨터의 포트입니다.'],
  'label.protocol': ['Protocol', '프로토콜'],
  'field.protocol': ['TCP, UDP or both.', 'TCP, UDP 또는 둘 다입니다.'],
  'label.externalPort': ['External port', '외부 포트'],
  'label.for': ['For how long', '열어 둘 시간'],
  'label.anyway': ['Anyway', '그래도 열기'],
  'field.anyway': ['Whether to open a port that is better left closed.', '닫아 두는 것이 안전한 포트도 여는지 여부입니다.'],
  shut: ['{advice} If you are sure, add --anyway.', '{advice} 그래도 열려면 --anyway를 붙이십시오.'],
  'headline.failed': ['{protocol} port {port} was not opened.', '{protocol} {port}번 포트를 열지 못했습니다.'],
})

export const openText = defineText({
  en: {
    ...OPEN_WORDS.en,
    summary:
      'Has the router lead a port to this computer for as long as the command runs, by PCP, NAT-PMP or UPnP, and has --server check it',
    'use-when': 'Others are to reach a program on this computer for some hours, and the router makes rules when asked.',
    'not-for': 'For a rule that stays use port-forward-plan; to find out what is in the way use home.',
    'field.externalPort': 'The port on the internet side of the router. By default, the same. Over IPv6 it does not count.',
    'field.for': 'The time after which the port is closed again: 90s, 45m or 2h, at most 24h. By default, when you press Ctrl-C.',
    'bad-time':
      'A time is written like 90s, 45m or 2h, and is at most 24h. A rule that you need for longer belongs in the settings of the router.',
    'headline.closed': 'The router opened {protocol} port {port} to this computer, and has taken the rule back.',
    'headline.was-open': 'The router already has a rule for {protocol} port {port} to this computer. It was left as it is.',
    'headline.left': '{protocol} port {port} could not be closed: the router keeps it open until {time}.',
    'headline.unreachable':
      'The router made a rule for {protocol} port {port}, but the server did not reach this computer by it. The rule has been taken back.',
    'headline.refused': 'The router did not open {protocol} port {port}.',
    'headline.partly': 'The router opened {protocol} port {port} only in part, and has closed that again.',
  },
  ko: {
    ...OPEN_WORDS.ko,
    summary:
      '명령이 실행되는 동안 공유기가 포트를 이 컴퓨터로 포워딩하도록 PCP, NAT-PMP, UPnP로 요청하고, --server로 지정한 서버에서 접속을 확인합니다',
    'use-when':
      '이 컴퓨터의 프로그램에 몇 시간 동안 외부에서 접속할 수 있어야 하고, 공유기에서 UPnP를 쓸 수 있을 때 사용하십시오.',
    'not-for': '계속 쓸 규칙은 port-forward-plan을, 어디에서 막히는지 찾으려면 home을 사용하십시오.',
    'field.externalPort': '공유기의 인터넷 쪽 포트입니다. 기본값은 같은 포트이며, IPv6에는 적용되지 않습니다.',
    'field.for': '포트를 다시 닫을 때까지의 시간입니다: 90s, 45m, 2h(최대 24h). 기본값은 Ctrl-C를 누를 때까지입니다.',
    'bad-time': '시간은 90s, 45m, 2h처럼 쓰며 최대 24h입니다. 더 오래 필요한 규칙은 공유기 설정에서 추가하십시오.',
    'headline.closed': '공유기에 {protocol} {port}번 포트의 규칙을 추가했다가 다시 삭제했습니다.',
    'headline.was-open': '공유기에 {protocol} {port}번 포트를 이 컴퓨터로 포워딩하는 규칙이 이미 있어 그대로 두었습니다.',
    'headline.left': '{protocol} {port}번 포트를 닫지 못했습니다. 공유기가 {time}까지 열어 둡니다.',
    'headline.unreachable':
      '공유기에 {protocol} {port}번 포트의 규칙을 추가했지만 서버에서 이 컴퓨터까지 접속되지 않아 다시 삭제했습니다.',
    'headline.refused': '공유기가 {protocol} {port}번 포트를 열어 주지 않았습니다.',
    'headline.partly': '공유기가 {protocol} {port}번 포트를 일부만 열어 주었고, 연 것은 다시 닫았습니다.',
  },
})
