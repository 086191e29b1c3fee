import { defineText } from '../../../contract/text.ts'

export const restoredText = defineText({
  en: { restored: 'This result is from {time}. Check again for how it is now.' },
  ko: { restored: '{time}에 확인한 결과입니다. 지금 상태를 보려면 다시 확인하십시오.' },
})
