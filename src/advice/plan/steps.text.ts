import { defineText, inBoth } from '../../contract/text.ts'

const WORDS = inBoth({
  'open-anyway': ['To open it directly, go on.', '그래도 직접 열려면 계속하십시오.'],
  'brand-guesses': ['Did you mean one of these? {names}', '혹시 다음 중 하나입니까? {names}'],
  'reserve-address': ['Reserve {address}: {menu}.', '기기의 내부 IP({address})를 고정하십시오: {menu}.'],
  'address-missing': ['Reserve an address for the device, and note it: {menu}.', '기기의 내부 IP를 확인해 고정하십시오: {menu}.'],
  'log-in': ['Open {url} and log in.', '{url} 주소를 열어 로그인하십시오.'],
  'log-in-or': ['Open {url} (or {name}) and log in.', '{url} 주소(또는 {name})를 열어 로그인하십시오.'],
  'log-in-app': ['Open the {app} app.', '{app} 앱을 여십시오.'],
  'log-in-anywhere': ["Open your router's page and log in.", '공유기의 관리자 페이지를 열어 로그인하십시오.'],
  'other-pages': [' {when}: {menu}.', ' {when}: {menu}.'],
  rule: ['{ports} to {address}', '{ports} 포트 → {address}'],
  'rule-to-port': ['{protocol} {external} to port {internal} of {address}', '{protocol} {external}번 → {address}의 {internal}번'],
  'rule-inside': ['{protocol} {external} (inside: {internal})', '{protocol} {external}번 → 내부 {internal}번'],
  'other-pages-then': [' {when}: then {rest}.', ' {when}: 이어서 {rest} 선택.'],
  device: ['the device', '기기'],
  'rules-listed': ['the ports listed', '목록에 있는 값 그대로'],
  'address-stands': ['ADDRESS is {address}.', 'ADDRESS 자리에는 {address} 주소를 입력합니다.'],
  address: ['your public IPv4 address, or a name that leads to it', '내 공인 IP나 그 IP로 연결되는 도메인'],
})

/** The steps of a port forward, in order. */
export const planStepsText = defineText({
  en: {
    ...WORDS.en,
    'use-own-vpn': 'Easiest: let the router itself be the VPN server: {menu}{pptp}, and stop here. Otherwise, go on.',
    'find-brand': 'For the menus of your router, ask again with the brand and model on its label.',
    'brand-unlisted': '"{brand}" isn\'t in our list yet, so these steps are general.',
    'brand-from-address':
      '{address} is an address that {name} gives out, so this is for that one. If the device is meant to be behind {brand}, connect it there, and ask again with its new address.',
    'brand-other': 'This is for {name}: for another router, enter its brand.',
    'check-device-address':
      '{address} is usually the address of the router itself. Look up the address of the device that runs the service.',
    'device-inside':
      "{address} looks like an address inside one machine (Docker, WSL, a virtual machine). Your router cannot reach it. Publish the port on the machine, and use the machine's own address.",
    'device-unusual':
      'Unless you changed the address of your router ({gateway}), {address} comes from another box: connect the device to your router, and ask again with its new address.',
    'reserve-address.unknown': 'Reserve {address} for the device (DHCP reservation), or set it on the device.',
    'address-missing.unknown': 'Reserve an address for the device (DHCP reservation or static DHCP), and note it.',
    'provider-blocks-optional': '{provider} blocks port {ports} on its lines. It is optional here, so leave that rule out.',
    'certificate-otherwise': 'Get a certificate by DNS or over port 443 then.',
    'choose-other-port':
      'Port {ports} is one of the first that attackers try, whatever answers there. Use another external port, such as {other}.',
    'add-rules': 'Open {menu}, forward {rules}, and save.{other}',
    'add-rules-anywhere':
      "On your router's page, look for Port Forwarding (or Virtual Server), usually under Advanced, NAT or Firewall, forward {rules}, and save.",
    'rule-to-choose': '{protocol} from one of your ports to port {internal} of {address}',
    'add-rules-unsure': 'Open {menu} (or similar), forward {rules}, and save.{other}',
    'router-restarts': 'The router then restarts and is offline for a minute.',
    'port-taken':
      'If the router refuses port {ports} or shows its own sign-in page there, its remote management uses that port: switch that off, or use another external port, such as {other}.',
    'allow-windows-with': 'Allow {ports} in the Windows firewall, in Command Prompt (cmd) as administrator: {command}',
    'allow-linux-with': 'Allow {ports} in the firewall of the device. With ufw: {command}',
    'allow-macos': 'If the macOS firewall is on, allow incoming connections for the program.',
    'allow-device': 'If {device} has a firewall or allow list, allow {ports} from outside there.',
    'start-and-allow': "Start the program, and allow {ports} in the device's firewall.",
    'check-listening': 'Start the program; this should list its port: {command}',
    'verify-port': 'Check from home ({command}). Not open? Check rule, firewall, program.',
    'verify-chosen': 'A check of your port from home ({command}) should say open.',
    'verify-udp': 'Check from home ({command}). No answer? Try from outside.',
    'verify-over-ipv4': 'Send the check over IPv4: your request came over IPv6, to which port forwarding does not apply.',
    'certificate-warns': 'Browsers warn unless you use a name with a certificate.',
    'remove-rules': 'When you no longer need them, delete the rules in the same menu: they stay even when the service is off.',
  },
  ko: {
    ...WORDS.ko,
    'use-own-vpn':
      '가장 쉬운 방법: 공유기 자체를 VPN 서버로 쓰십시오. 규칙이 필요 없습니다: {menu}{pptp}. 다른 기기에서 실행하려면 계속하십시오.',
    'find-brand': '공유기 라벨에 적힌 제조사와 모델 이름도 입력해 다시 물어보면 메뉴 이름까지 안내합니다.',
    'brand-unlisted': '"{brand}" 제품은 아직 등록되어 있지 않아 일반적인 방법으로 안내합니다.',
    'brand-from-address':
      '{address} 주소는 {name}에서 받은 주소로 보여 그 제품을 기준으로 안내합니다. {brand}에 연결해야 할 기기라면 그 공유기에 연결한 뒤 새로 받은 주소로 다시 확인하십시오.',
    'brand-other': '{name} 기준의 안내이니 다른 공유기라면 제조사 이름을 입력하십시오.',
    'check-device-address': '{address} 주소는 보통 공유기 자신의 주소입니다. 서비스를 실행하는 기기의 내부 IP를 확인하십시오.',
    'device-inside':
      '{address} 주소는 Docker, WSL, 가상 머신처럼 PC 안에서만 쓰는 주소로 보이며 공유기에서는 접근할 수 없습니다. PC에서 포트를 공개하고 PC 자신의 내부 IP 주소를 사용하십시오.',
    'device-unusual':
      '공유기 주소({gateway})를 바꾼 적이 없다면 {address} 주소는 다른 장비에서 받은 것이므로 기기를 내 공유기에 연결하고 새로 받은 주소로 다시 확인하십시오.',
    'reserve-address.unknown':
      '기기의 내부 IP({address})를 고정하십시오(DHCP 수동 할당, 주소 예약 메뉴). 그런 메뉴가 없으면 기기에서 설정하십시오.',
    'address-missing.unknown': '기기의 내부 IP를 확인하고 고정하십시오(DHCP 수동 할당, 주소 예약 메뉴).',
    'provider-blocks-optional':
      '통신사({provider})에서 {ports}번 포트를 차단하지만 꼭 필요한 포트는 아니므로 그 규칙은 추가하지 마십시오.',
    'certificate-otherwise': '인증서는 DNS나 443번 포트로 확인받는 방식으로 발급받으십시오.',
    'choose-other-port':
      '{ports}번은 어떤 프로그램을 연결하든 공격이 가장 먼저 들어오는 포트입니다. 외부 포트를 {other}처럼 다른 번호로 바꾸십시오.',
    'add-rules': '{menu} 메뉴에서 규칙을 추가하고 저장하십시오: {rules}.{other}',
    'add-rules-anywhere':
      '공유기의 관리자 페이지에서 포트포워딩(또는 가상 서버) 메뉴를 찾아(보통 고급 설정, NAT, 방화벽 아래) 규칙을 추가하고 저장하십시오: {rules}.',
    'rule-to-choose': '{protocol} 고른 외부 포트 → {address}의 {internal}번',
    'add-rules-unsure': '{menu} 또는 비슷한 이름의 메뉴에서 규칙을 추가하고 저장하십시오: {rules}.{other}',
    'router-restarts': '저장하면 공유기가 재시작되어 1분 정도 인터넷이 끊깁니다.',
    'port-taken':
      '공유기가 {ports}번 포트를 받아 주지 않거나 그 포트에서 공유기 로그인 화면이 열리면 공유기의 원격 관리 기능이 쓰고 있는 것입니다. 그 기능을 끄거나 외부 포트를 {other}처럼 바꾸십시오.',
    'allow-windows-with': '관리자 권한으로 연 명령 프롬프트(cmd)에서 Windows 방화벽에 {ports} 포트를 허용하십시오: {command}',
    'allow-linux-with': '기기의 방화벽에서 {ports} 포트를 허용하십시오. ufw라면: {command}',
    'allow-macos': 'macOS 방화벽이 켜져 있으면 해당 프로그램의 들어오는 연결을 허용하십시오.',
    'allow-device': '{device}에 방화벽이나 접속 허용 목록이 있으면 외부에서 오는 {ports} 접속을 허용하십시오.',
    'start-and-allow': '프로그램을 켜고 기기 방화벽에서 {ports} 포트를 허용하십시오.',
    'check-listening': '프로그램을 켜고 다음 명령의 결과에 그 포트가 나오는지 확인하십시오: {command}',
    'verify-port': '집에서 확인해({command}) 닫혀 있으면 규칙, 방화벽, 프로그램을 점검하십시오.',
    'verify-chosen': '고른 외부 포트를 집에서 확인해({command}) 열려 있으면 됩니다.',
    'verify-udp': '집에서 확인해({command}) 응답이 없으면 집 밖에서 접속해 보십시오.',
    'verify-over-ipv4': '지금 요청은 포트포워딩과 관계없는 IPv6로 왔으므로 확인은 IPv4 연결로 하십시오.',
    'certificate-warns': '도메인과 그 인증서가 있어야 인증서 경고가 나오지 않습니다.',
    'remove-rules': '더 이상 쓰지 않으면 같은 메뉴에서 규칙을 삭제하십시오. 포워딩한 포트는 서비스를 꺼도 계속 열려 있습니다.',
  },
})
