import { defineText } from '../../contract/text.ts'

/** The steps for records that no visitor can use. */
export const recordStepsText = defineText({
  en: {
    'record-is-shared':
      '{hostname} holds {value}, an address that your provider shares among customers: your DDNS client has published what your router shows. Port forwarding cannot work on such a line, so ask your provider for a public address, or use a VPN or a tunnel.',
    'record-is-private':
      '{hostname} holds {value}, a private address. Either another router stands in front of yours, or the DDNS client reports the address of the device itself: set it to report the public address, {ip}.',
    'record-is-off':
      '{hostname} holds {value}, which leads nowhere. DDNS services give that out for a name that is switched off, so switch it on again.',
    'correct-other-family':
      '{hostname} also has {type} records that lead elsewhere ({values}), so visitors who use IPv{version} do not reach you. Correct them, or remove them.',
    'check-other-family':
      '{hostname} also has an AAAA record ({values}), which visitors with IPv{version} use first. Check it over IPv{version}, and remove it if it is out of date.',
  },
  ko: {
    'record-is-shared':
      '{hostname} 도메인에 통신사 공유 IP(CGNAT)인 {value} 주소가 들어 있습니다. DDNS가 공유기의 인터넷(WAN) 주소를 그대로 등록한 것이며 이런 회선에서는 포트포워딩을 할 수 없으므로, 통신사에 공인 IP를 요청하거나 VPN 또는 터널을 사용하십시오.',
    'record-is-private':
      '{hostname} 도메인에 사설 IP인 {value} 주소가 들어 있습니다. 상위에 다른 공유기가 있거나 DDNS가 기기의 내부 주소를 등록한 것이므로, 공인 IP({ip})를 등록하도록 바꾸십시오.',
    'record-is-off':
      '{hostname} 도메인에 어디로도 연결되지 않는 {value} 주소가 들어 있습니다. DDNS 서비스에서 꺼 둔 이름일 때 흔히 나오는 값이므로 다시 켜십시오.',
    'correct-other-family':
      '{hostname} 도메인의 {type} 레코드는 다른 곳을 가리킵니다({values}). IPv{version} 사용자는 접속할 수 없으므로 올바른 주소로 바꾸거나 삭제하십시오.',
    'check-other-family':
      '{hostname} 도메인에는 AAAA 레코드도 있으며({values}), IPv{version} 사용자는 이 주소로 먼저 접속합니다. IPv{version} 연결로 다시 확인하고, 예전 주소이면 삭제하십시오.',
  },
})
