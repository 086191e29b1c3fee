import { defineText } from '../text.ts'

export const unsupportedText = defineText({
  en: {
    ping: 'The system does not let this server send ICMP echo. Its operator can allow it: {sysctl} or {setcap}.',
    trace:
      'The system does not let this server send ICMP echo. Ask with "method": "udp", or have its operator allow it: {sysctl} or {setcap}.',
    'other-system': 'Only on Linux does the system tell what routers say. Run the server there to make this check.',
  },
  ko: {
    ping: '이 서버의 운영체제가 ICMP 에코 전송을 허용하지 않습니다. 운영자가 다음 중 하나로 허용할 수 있습니다: {sysctl} 또는 {setcap}.',
    trace:
      '이 서버의 운영체제가 ICMP 에코 전송을 허용하지 않습니다. "method": "udp" 값으로 요청하거나, 운영자에게 다음 중 하나로 허용해 달라고 하십시오: {sysctl} 또는 {setcap}.',
    'other-system':
      '라우터가 보낸 응답을 알려 주는 운영체제는 리눅스(Linux)뿐입니다. 이 검사를 하려면 서버를 리눅스에서 실행하십시오.',
  },
})
