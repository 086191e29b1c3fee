import { defineText } from '../../contract/text.ts'

/** The words with which a public address is asked for. */
export const askingText = defineText({
  en: {
    usual: 'Please give my line a public IPv4 address. I need it for port forwarding.',
    'ds-lite': 'Please switch my line from DS-Lite to dual stack with a public IPv4 address. I need it for port forwarding.',
    building: 'Please give my room a public IP address, or forward {ports} to my router ({address}). I run a service of my own.',
    'its-address': 'its WAN address: …',
    'a-port': 'a port',
    port: '{protocol} {port}',
  },
  ko: {
    usual: '공인 IP로 변경해 주세요. 포트포워딩을 하려고 합니다.',
    'ds-lite': 'DS-Lite 회선을 공인 IPv4 주소가 있는 듀얼 스택으로 변경해 주세요. 포트포워딩을 하려고 합니다.',
    building:
      '제 방에 공인 IP를 할당해 주시거나 제 공유기({address})로 {ports} 포트를 포워딩해 주세요. 직접 운영하는 서비스가 있습니다.',
    'its-address': 'WAN 주소: …',
    'a-port': '필요한',
    port: '{protocol} {port}번',
  },
})
