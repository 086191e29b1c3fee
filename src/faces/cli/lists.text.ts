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

export const catalogText = defineText({
  en: {
    brands: 'Routers (--router-brand)',
    services: 'Services (--use-case)',
    providers: 'Providers (--isp)',
    taken: 'The tools take "{words}" for {id}.',
    nothing: 'nothing in the catalogue is called {words}',
  },
  ko: {
    brands: '공유기(--router-brand)',
    services: '서비스(--use-case)',
    providers: '통신사(--isp)',
    taken: '도구에 "{words}" 값을 입력하면 {id} 항목으로 찾습니다.',
    nothing: '목록에서 찾을 수 없습니다: {words}',
  },
})
