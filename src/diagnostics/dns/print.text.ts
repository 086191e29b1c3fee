import { defineText } from '../../contract/text.ts'

/** The words of answers for a terminal: the codes stand in brackets behind them. */
export const printText = defineText({
  en: {
    'converges-by': 'Older answers expire by {time} (UTC).',
    more: '(not shown: {count} more)',
    'local-names': '(not shown: {count} of a local network)',
    'no-hostname': 'no name: {status}',
    'not-checked': 'not checked',
    'not-checked-because': 'not checked: {status}',
    confirmed: 'confirmed',
    'not-confirmed': 'not confirmed',
    noerror: 'answered (NOERROR)',
    nodata: 'no such record (NODATA)',
    nxdomain: 'no such name (NXDOMAIN)',
    servfail: 'the server failed (SERVFAIL)',
    refused: 'the server refused (REFUSED)',
    timeout: 'no answer in time ({reason})',
    error: 'no usable answer ({reason})',
  },
  ko: {
    'converges-by': '이전 응답은 길게는 {time}(UTC)까지 남아 있습니다.',
    more: '(표시하지 않은 항목 {count}개)',
    'local-names': '(표시하지 않은 내부 네트워크 이름 {count}개)',
    'no-hostname': '이름 없음: {status}',
    'not-checked': '확인하지 않음',
    'not-checked-because': '확인하지 못함: {status}',
    confirmed: '확인됨',
    'not-confirmed': '일치하지 않음',
    noerror: '응답함(NOERROR)',
    nodata: '해당 레코드 없음(NODATA)',
    nxdomain: '없는 이름(NXDOMAIN)',
    servfail: '서버 오류(SERVFAIL)',
    refused: '서버가 거부함(REFUSED)',
    timeout: '시간 안에 응답 없음({reason})',
    error: '응답을 얻지 못함({reason})',
  },
})
