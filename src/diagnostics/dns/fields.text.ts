import { defineText } from '../../contract/text.ts'

export const fieldsText = defineText({
  en: { 'system-resolver': 'System resolver' },
  ko: { 'system-resolver': '시스템 DNS 서버' },
})

export const recordTypeText = defineText({
  en: { 'unknown-record-type': '"{type}" is not a supported record type. Give one of {supported}.' },
  ko: { 'unknown-record-type': '"{type}" 레코드 유형은 지원하지 않습니다. 다음 중 하나를 입력하십시오: {supported}' },
})
