import { defineText } from '../contract/text.ts'

/** Sentences on lines that have the public address with only a range of its ports. */
export const sharedPortsText = defineText({
  en: {
    yes: '{provider} gives your line only part of the ports of a public address, although the router shows that address.',
    sometimes: '{provider} gives some lines only part of the ports of a public address, although the router shows that address.',
    range: 'Look for your range on the internet status page of the router.',
    use: 'If your port is not in it, use an external port that is, or get an address with all ports.',
    whole: 'Ask the provider for one.',
  },
  ko: {
    yes: '{provider}: 공인 IP 하나를 포트 범위로 나누어 쓰는 회선이며, 공유기에는 그 주소가 그대로 표시됩니다.',
    sometimes: '{provider}: 공인 IP 하나를 포트 범위로 나누어 쓰는 회선이 있으며, 공유기에는 그 주소가 그대로 표시됩니다.',
    range: '공유기의 인터넷 상태 화면에서 내 회선에 배정된 포트 범위를 확인하십시오.',
    use: '열려는 포트가 범위에 없으면 외부 포트를 범위 안의 번호로 바꾸거나 단독 공인 IP를 받으십시오.',
    whole: '단독 공인 IP는 통신사에 문의하십시오.',
  },
})
