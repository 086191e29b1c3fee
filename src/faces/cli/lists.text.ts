import { defineText } from '../../contract/text.ts'

/** The headings of a list of tools, by their groups. */
export const listsText = defineText({
  en: {
    ip: 'Addresses',
    dns: 'Names',
    port: 'Ports and services',
    path: 'Paths',
    web: 'HTTP and certificates',
    router: 'The router',
  },
  ko: {
    ip: 'IP 주소',
    dns: '도메인 이름',
    port: '포트와 서비스',
    path: '네트워크 경로',
    web: 'HTTP와 인증서',
    router: '공유기',
  },
})
