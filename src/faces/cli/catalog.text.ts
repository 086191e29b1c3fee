import { defineText } from '../../contract/text.ts'

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
