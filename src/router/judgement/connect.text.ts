import { defineText } from '../../contract/text.ts'

/** The address and the port for a program that has a field for each. */
export const connectText = defineText({
  en: { separate: '{host}, port {port}' },
  ko: { separate: '{host}(포트 {port})' },
})
