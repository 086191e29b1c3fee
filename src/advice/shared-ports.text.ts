import { defineText } from '../contract/text.ts'

/** Sentences on lines that have the public address with only a range of its ports. */
export const sharedPortsText = defineText({
  en: {
    yes: '{provider} gives your line only part of the ports of a public address.',
    sometimes: '{provider} gives some lines only part of the ports of a public address.',
    range: 'Look for your range on the internet status page of the router.',
    use: 'Use an external port in it, or get an address with all ports.',
  },
  ko: {
    yes: '{provider}: 공인 IP 하나를 포트 범위로 나누어 쓰는 회선입니다.',
    sometimes: '{provider}: 공인 IP 하나를 포트 범위로 나누어 쓰는 회선이 있습니다.',
    range: '공유기의 인터넷 상태 화면에서 내 회선에 배정된 포트 범위를 확인하십시오.',
    use: '외부 포트로 범위 안의 번호를 쓰거나 통신사에서 단독 공인 IP를 받으십시오.',
  },
})
