/** The sentences of steps about a name that does not lead here; the key is the code of the step, or begins with it. */
export const NAME_SENTENCES = {
  en: {
    'update-record': 'Change the {type} record of {hostname} to {ip}. If a DDNS client should have done that, look into its log.',
    'update-record.private':
      'Your router has no public address, or the DDNS client reports that of the device: see which internet (WAN) address the router shows. The {type} record of {hostname} has to be {ip}.',
    'update-record.off': 'Switch {hostname} on again at its DDNS service: its address is one for names that are switched off.',
    'create-record':
      'Check the spelling of {hostname}, or create a record of type {type} with the address {ip} where the name is managed.',
    'create-record.type': 'Create a record of type {type} for {hostname} with the address {ip}, where the name is managed.',
    'update-record.inside': 'Point {hostname} at {ip} instead of at a name of a local network.',
    'switch-proxy-off': 'Switch the proxy off for {hostname} (at Cloudflare: "DNS only"), so that the name points at {ip}.',
    'check-proxy-origin':
      'Check at {values} that {hostname} has {ip} as its origin. This proxy passes on web traffic only: for other ports, switch it off.',
    'remove-other-records': 'Remove the other {type} records of {hostname} ({values}): they send some visitors elsewhere.',
    'correct-other-family':
      'Correct or delete the {other} record of {hostname} ({values}): visitors with that version of IP do not reach you.',
    'check-other-family':
      'Check that {values} is the current {other} address of the device, otherwise delete that record of {hostname}: some visitors try it first.',
    'wait-for-caches': 'Wait until the old answers have expired; nothing needs to be changed.',
    'find-dns-difference':
      'Find out why some DNS servers return something else: split DNS, a filter, or a broken DNSSEC signature.',
    'ask-over-other-family': 'Check again over the other version of IP, or add a record for {ip} to {hostname}.',
    'check-name-servers': 'Check that the name servers of {hostname} run, and that the delegation at the registrar names them.',
    'see-name': 'See what each DNS server answers for {hostname}.',
    'check-port': 'If a service does not answer there, check its port: forwarding, program, firewall.',
  },
  ko: {
    'update-record':
      '{hostname} 도메인의 {type} 레코드를 {ip} 주소로 바꾸십시오. DDNS가 자동으로 갱신했어야 한다면 공유기나 DDNS 클라이언트의 로그를 확인하십시오.',
    'update-record.private':
      '공유기가 공인 IP를 받지 못했거나 DDNS가 기기의 내부 IP를 등록한 것입니다. 공유기의 인터넷(WAN) 주소부터 확인하고, {hostname} 도메인의 {type} 레코드가 {ip} 주소가 되게 하십시오.',
    'update-record.off': 'DDNS 서비스에서 {hostname} 이름을 다시 켜십시오. 지금 주소는 꺼 둔 이름에 넣어 두는 값입니다.',
    'create-record': '{hostname} 도메인의 철자를 확인하거나, 도메인 관리 페이지에서 {ip} 주소로 {type} 레코드를 추가하십시오.',
    'create-record.type': '도메인 관리 페이지에서 {hostname} 도메인에 {ip} 주소로 {type} 레코드를 추가하십시오.',
    'update-record.inside': '{hostname} 도메인이 내부 네트워크에서만 통하는 이름 대신 {ip} 주소를 가리키게 바꾸십시오.',
    'switch-proxy-off': '{hostname} 도메인의 프록시를 끄고(Cloudflare에서는 "DNS 전용") {ip} 주소를 가리키게 하십시오.',
    'check-proxy-origin':
      '{values}에서 {hostname} 도메인의 원본 서버로 {ip} 주소가 등록되어 있는지 확인하십시오. 이 프록시는 웹 접속만 전달하므로 다른 포트를 쓰려면 프록시를 끄십시오.',
    'remove-other-records': '{hostname} 도메인의 다른 {type} 레코드({values})를 삭제하십시오. 일부 접속이 그쪽으로 갑니다.',
    'correct-other-family':
      '{hostname} 도메인의 {other} 레코드({values})를 올바른 주소로 바꾸거나 삭제하십시오. 그 IP 버전을 쓰는 사람은 접속할 수 없습니다.',
    'check-other-family':
      '{hostname} 도메인의 {other} 레코드({values})가 기기의 현재 주소인지 확인하고, 아니면 그 레코드를 삭제하십시오. 그 주소로 먼저 접속하는 사람이 있습니다.',
    'wait-for-caches': '이전 값이 만료될 때까지 기다리십시오. 더 바꿀 것은 없습니다.',
    'find-dns-difference':
      '일부 DNS 서버가 다른 값을 응답하는 이유를 찾으십시오. 내부·외부 DNS 분리, 응답 차단, 잘못된 DNSSEC 서명 가운데 하나가 원인입니다.',
    'ask-over-other-family': '다른 IP 버전으로 접속해 다시 확인하거나, {hostname} 도메인에 {ip} 주소의 레코드를 추가하십시오.',
    'check-name-servers':
      '{hostname} 도메인의 네임서버가 동작하는지, 도메인 등록 업체의 위임 설정에 그 네임서버가 지정되어 있는지 확인하십시오.',
    'see-name': '{hostname} 도메인에 대해 각 DNS 서버가 어떻게 응답하는지 확인하십시오.',
    'check-port': '그래도 접속되지 않으면 서비스의 포트(포트포워딩, 프로그램, 방화벽)를 확인하십시오.',
  },
} as const
