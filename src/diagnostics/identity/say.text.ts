import { defineText } from '../../contract/text.ts'

export const identityText = defineText({
  en: { answers: '{service} answers.' },
  ko: { answers: '응답한 서비스: {service}.' },
})
