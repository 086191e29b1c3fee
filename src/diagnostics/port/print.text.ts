import { defineText } from '../../contract/text.ts'

/** The status of a port in words. */
export const printText = defineText({
  en: {
    'status-because': '{status} ({reason})',
    'status.open': 'open',
    'status.closed': 'closed',
    'status.refused': 'refused',
    'status.timeout': 'no answer',
    'status.error': 'not checked',
    'status.left-alone': 'not checked',
  },
  ko: {
    'status-because': '{status}({reason})',
    'status.open': '열림',
    'status.closed': '닫힘',
    'status.refused': '거부됨',
    'status.timeout': '응답 없음',
    'status.error': '확인 안 됨',
    'status.left-alone': '확인하지 않음',
  },
})
