import { defineText } from '../../contract/text.ts'

export const unsupportedText = defineText({
  en: {
    ping: 'The operating system does not let this server send ICMP echo requests. Its operator can allow them: with {sysctl}, or with {ambient} and {bounding} in the systemd unit.',
    trace:
      'The operating system does not let this server send ICMP echo requests. Use "method": "udp", or ask its operator to allow them: with {sysctl}, or with {ambient} and {bounding} in the systemd unit.',
    'other-system': 'Only Linux passes on to a program what routers reply. This check needs a server that runs on Linux.',
  },
  ko: {
    ping: '이 서버의 운영체제가 ICMP 에코 전송을 허용하지 않습니다. 운영자가 다음 중 하나로 허용할 수 있습니다: {sysctl} 명령을 실행하거나, systemd 유닛 파일에 {ambient} 및 {bounding} 설정을 추가하십시오.',
    trace:
      '이 서버의 운영체제가 ICMP 에코 전송을 허용하지 않습니다. "method": "udp" 값으로 요청하거나, 운영자에게 {sysctl} 명령을 실행하거나 systemd 유닛 파일에 {ambient} 및 {bounding} 설정을 추가해 달라고 하십시오.',
    'other-system': '라우터가 보낸 응답을 알려 주는 운영체제는 Linux뿐입니다. 이 검사를 하려면 서버를 Linux에서 실행하십시오.',
  },
})
