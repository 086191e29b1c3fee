import { defineText, inBoth } from '../../contract/text.ts'

/** The words of answers: codes stand in brackets behind them. */
export const toldText = defineText(
  inBoth({
    noerror: ['answered (NOERROR)', '응답함(NOERROR)'],
    nodata: ['no such record (NODATA)', '해당 레코드 없음(NODATA)'],
    nxdomain: ['no such name (NXDOMAIN)', '없는 이름(NXDOMAIN)'],
    servfail: ['the server failed (SERVFAIL)', '서버 오류(SERVFAIL)'],
    refused: ['the server refused (REFUSED)', '서버가 거부함(REFUSED)'],
    timeout: ['no answer in time ({reason})', '시간 안에 응답 없음({reason})'],
    error: ['no usable answer ({reason})', '응답을 얻지 못함({reason})'],
    more: ['and {count} more', '외 {count}개'],
    'local-names': ['(not shown: {count} of a local network)', '(표시하지 않은 내부 네트워크 이름 {count}개)'],
    'no-hostname': ['no name: {status}', '이름 없음: {status}'],
    'not-checked': ['not checked', '확인하지 않음'],
    'not-checked-because': ['not checked: {status}', '확인하지 못함: {status}'],
    confirmed: ['confirmed', '확인됨'],
    'not-confirmed': ['not confirmed', '일치하지 않음'],
    'reason.rate-limited': ['not asked: too many questions just now', '질의가 많아 묻지 않음'],
    'reason.budget-exceeded': ['not asked: it takes too many questions', '필요한 질의 수가 한도를 넘어 묻지 않음'],
    'reason.leads-to-local-name': ['leads to a name of a local network', '내부 네트워크용 이름을 가리킴'],
    'reason.cname-loop': ['its aliases lead in a circle', '별칭이 서로를 가리켜 끝나지 않음'],
    'reason.connection-refused': ['no name server runs there', '네임서버가 실행되고 있지 않음'],
    'reason.network-unreachable': ['not reachable from here', '이 서버에서 연결할 수 없음'],
    'reason.no-name-server': ['no name server of the domain could be asked', '도메인의 네임서버에 질의하지 못함'],
    'span.day': ['1 day', '1일'],
    'span.days': ['{count} days', '{count}일'],
    'span.hours': ['{count} h', '{count}시간'],
    'span.minutes': ['{count} min', '{count}분'],
    'span.seconds': ['{count} s', '{count}초'],
    zone: ['Name server of the domain', '도메인의 네임서버'],
    'zone.not-asked': ['not asked', '질의하지 않음'],
    'column.type': ['Type', '유형'],
    'column.value': ['Value', '값'],
    'column.address': ['Address', '주소'],
    'column.name': ['Name', '이름'],
    'column.text': ['Text', '내용'],
    'column.preference': ['Priority', '우선순위'],
    'column.priority': ['Priority', '우선순위'],
    'column.exchange': ['Mail server', '메일 서버'],
    'column.weight': ['Weight', '가중치'],
    'column.port': ['Port', '포트'],
    'column.target': ['Host', '호스트'],
    'column.tag': ['Rule', '규칙'],
    'caa.issue': ['may issue certificates', '인증서 발급 허용'],
    'caa.issuewild': ['may issue wildcard certificates', '와일드카드 인증서 발급 허용'],
    'caa.iodef': ['report violations to', '위반 신고 주소'],
    'soa.mname': ['First name server', '주 네임서버'],
    'soa.rname': ['Mail address', '관리자 메일 주소'],
    'soa.serial': ['Serial number', '일련번호'],
    'soa.refresh': ['Copies ask again after', '보조 서버의 갱신 주기'],
    'soa.retry': ['If that fails, after', '갱신 실패 시 재시도 간격'],
    'soa.expire': ['Copies expire after', '보조 서버의 만료 시간'],
    'soa.minimum': ['Absence is kept for', '"없음" 응답의 유효 시간'],
    server: ['Server', '서버'],
    answer: ['Answer', '응답'],
    kept: ['Kept for', '유효 시간'],
    'not-kept': ['not kept', '캐시하지 않음'],
  }),
)

/** Steps that several tools for DNS have. */
export const DNS_STEPS = {
  en: {
    'leads-to-local-name':
      'The DNS of {domain} leads to {target}, a name of a local network that nobody on the internet can resolve, so it was not followed. Replace it with a public name.',
    'budget-exceeded':
      'Looking up {domain} takes more DNS queries than one check may send, so this answer is incomplete. The usual causes are name servers that refer to one another in circles, or a long chain of CNAME records.',
  },
  ko: {
    'leads-to-local-name':
      '{domain} 도메인의 DNS가 내부 네트워크용 이름({target})을 가리킵니다. 인터넷에서는 찾을 수 없어 더 조회하지 않았으므로 인터넷에서 쓰이는 이름으로 바꾸십시오.',
    'budget-exceeded':
      '{domain} 이름을 조회하는 데 필요한 질의 수가 검사 한 번의 한도를 넘어 결과가 완전하지 않습니다. 네임서버끼리 서로 위임하고 있거나 CNAME 레코드가 너무 길게 이어지는 경우가 많습니다.',
  },
} as const

export const fieldsText = defineText(
  inBoth({
    'system-resolver': ['System resolver', '시스템 DNS 서버'],
  }),
)

export const recordTypeText = defineText({
  en: { 'unknown-record-type': '"{type}" is not a supported record type. Give one of {supported}.' },
  ko: { 'unknown-record-type': '"{type}" 레코드 유형은 지원하지 않습니다. 다음 중 하나를 입력하십시오: {supported}' },
})
