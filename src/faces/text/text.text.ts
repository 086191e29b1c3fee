/** The words around the blocks of an answer, and those about the answers of several places. */

import { defineText, inBoth } from '../../contract/text.ts'

export const readText = defineText(
  inBoth({
    read: ['Understood as: {parts}', '입력을 이렇게 해석했습니다: {parts}'],
    unused: ['Not used here: {parts}', '여기에서 쓰지 않은 입력: {parts}'],
    'did-you-mean': ['{sentence} Did you mean: {values}?', '{sentence} 혹시 이것을 찾으십니까? {values}'],
  }),
)

export const yesNoText = defineText({ en: { true: 'yes', false: 'no' }, ko: { true: '예', false: '아니요' } })

export const placesText = defineText(
  inBoth({
    'open-from': ['Open from {names}.', '{names}에서는 열려 있습니다.'],
    'silent-from': ['Silent from {names}.', '{names}에서는 응답이 없습니다.'],
    'closed-from': ['Closed from {names}.', '{names}에서는 닫혀 있습니다.'],
    'missed-from': ['Not reached from {names}.', '{names}에서는 연결되지 않습니다.'],
    'open-silent': ['Open from {open}, silent from {missed}.', '{open}에서는 열려 있지만 {missed}에서는 응답이 없습니다.'],
    'open-closed': ['Open from {open}, closed from {missed}.', '{open}에서는 열려 있지만 {missed}에서는 닫혀 있습니다.'],
    'open-missed': ['Open from {open}, not reached from {missed}.', '{open}에서는 열려 있지만 {missed}에서는 연결되지 않습니다.'],
    filtered: [
      'So the way is open, and something filters by where a connection comes from.',
      '포트는 열려 있으며, 접속하는 곳에 따라 차단되고 있습니다.',
    ],
    'other-addresses': [
      'They did not check the same address ({addresses}): the difference may lie there.',
      '다만 확인한 주소가 서로 다르므로({addresses}) 그 때문일 수 있습니다.',
    ],
    agree: ['{names} get the same answer.', '{names}에서 받은 결과가 같습니다.'],
    differ: ['{names} get different answers: {findings}.', '{names}에서 받은 결과가 다릅니다({findings}).'],
    'differ-values': ['{names} are given different records.', '{names}에서 조회한 레코드가 다릅니다.'],
    'differ-hostnames': ['{names} are given different names.', '{names}에서 조회한 이름이 다릅니다.'],
    'differ-certificate': ['{names} are shown different certificates.', '{names}에서 받은 인증서가 다릅니다.'],
    only: ['Only {name} could look, so there is nothing to compare.', '{name}에서만 확인되어 비교할 수 없습니다.'],
    unknown: ['Nothing is known from {names}.', '{names}에서는 어떤지 알 수 없습니다.'],
    none: ['None of these places gave an answer.', '결과를 보낸 곳이 없습니다.'],
    of: ['{value} from {name}', '{name}에서 {value}'],
    open: ['open', '열림'],
    silent: ['silent', '응답 없음'],
    closed: ['closed', '닫힘'],
    missed: ['not reached', '연결되지 않음'],
    cannot: ['could not look', '확인하지 못함'],
    hidden: ['(text)', '(텍스트)'],
    late: ['not asked: no answer within {seconds} s', '확인하지 않음: {seconds}초 안에 응답하지 않았습니다'],
    nonsense: ['not asked: what it sent is not an answer', '확인하지 않음: 보내온 내용이 검사 결과가 아닙니다'],
    refused: ['not asked: it refused (HTTP {status})', '확인하지 않음: 요청을 거부했습니다(HTTP {status})'],
    unreachable: ['not asked: it cannot be reached from here', '확인하지 않음: 여기에서 연결할 수 없습니다'],
    inside: [
      'not asked: its address belongs to a private network, and the server that names it is on the internet',
      '확인하지 않음: 인터넷에 있는 서버가 사설 네트워크의 주소를 알려 주었습니다',
    ],
  }),
)
