import { defineText } from '../../contract/text.ts'

export const fieldsText = defineText({
  en: { 'system-resolver': 'System resolver' },
  ko: { 'system-resolver': '시스템 DNS 서버' },
})
