/** The sentences of steps that only the device itself can tell; the key is the code of the step, or begins with it. */
export const HERE_SENTENCES = {
  en: {
    'run-outside-container': 'This is a container, whose gateway may not be the router. Run doorstep on the computer itself.',
    'run-outside-wsl': 'This is WSL, whose gateway may not be the router. Run doorstep on Windows.',
    'look-from-outside': 'Have a doorstep on the internet look as well: {look} (URL is its address)',
    'look-from-outside.failed':
      'The server could not look ({reason}). Mend that or try again, or ask another: {look} (URL is its address)',
    'look-from-inside': 'Find out what is in the way: {again}',
    'name-a-port': 'To check a service, name its port: {again}',
    'start-service.proven':
      'Start your program on {protocol} port {port}: the way to this computer is open, unless a firewall on it blocks the program.',
    'start-service.all-addresses':
      'In the settings of {program}, have it listen on all addresses (0.0.0.0 or ::), and restart it.',
    'start-service.family': 'In the settings of {program}, have it listen over IPv{version} as well, and restart it.',
    'allow-on-device.here': 'Allow {protocol} port {port} in the firewall of this computer.',
    'allow-on-device.here-by': 'Allow the port in the firewall of this computer: {firewall}',
    'check-way-back':
      'Check that this computer has only one connection to the internet: a second line, VPN or network card can send the answers another way.',
    'check-firewall':
      'Look for a firewall or proxy that answers by itself, in the router and in the security programs of this computer.',
    'correct-rule-address.outside':
      'As it is, others connect to port {external}. To use port {port}, make it the external port of the rule in the router.',
    'open-port': 'Or let the router open it for as long as doorstep runs: {open}',
    'switch-on-upnp': 'Or switch on UPnP (or NAT-PMP, PCP) in the settings of the router, and try again.',
    'use-other-port.here': 'Take another port on the internet side: {open}',
    'close-later': 'To close it before that, type: doorstep close {port}',
    'ask-provider.ahead':
      'Allow {protocol} port {port} in the firewall in front of this computer, for example in the console of its provider.',
    'prove-by-listening':
      'To be certain that it is this computer that answers, stop {program} for a minute and listen in its place: {listen}',
    'check-issuance.here': 'For HTTPS, see whether a certificate would be issued: {certify}',
    'check-again': 'Then check again: {again}',
  },
  ko: {
    'run-outside-container':
      '컨테이너 안에서는 기본 게이트웨이가 공유기가 아닐 수 있습니다. 컨테이너 밖에서 doorstep을 실행하십시오.',
    'run-outside-wsl': 'WSL에서는 기본 게이트웨이가 공유기가 아닐 수 있습니다. Windows에서 doorstep을 실행하십시오.',
    'look-from-outside': '인터넷에 있는 doorstep 서버에서도 확인하십시오: {look} (URL은 그 서버의 주소)',
    'look-from-outside.failed':
      '서버에서 확인하지 못했습니다({reason}). 먼저 해결하거나 다시 시도하고, 안 되면 다른 서버에서 확인하십시오: {look} (URL은 그 서버의 주소)',
    'look-from-inside': '어디에서 막히는지 확인하십시오: {again}',
    'name-a-port': '서비스를 확인하려면 포트를 입력하십시오: {again}',
    'start-service.proven':
      '{protocol} {port}번 포트를 쓰는 프로그램을 실행하십시오. 이 컴퓨터의 방화벽이 그 프로그램을 막지 않는다면 외부에서 접속할 수 있습니다.',
    'start-service.all-addresses':
      '프로그램({program})의 설정에서 모든 주소(0.0.0.0 또는 ::)로 접속을 받도록 바꾸고 다시 시작하십시오.',
    'start-service.family': '프로그램({program})의 설정에서 IPv{version} 접속도 받도록 바꾸고 다시 시작하십시오.',
    'allow-on-device.here': '이 컴퓨터의 방화벽에서 {protocol} {port}번 포트를 허용하십시오.',
    'allow-on-device.here-by': '이 컴퓨터의 방화벽에서 포트를 허용하십시오: {firewall}',
    'check-way-back':
      '이 컴퓨터의 인터넷 연결이 하나인지 확인하십시오. 다른 회선이나 VPN, 두 번째 랜카드가 있으면 응답이 다른 길로 나갈 수 있습니다.',
    'check-firewall': '연결을 대신 받아 응답하는 방화벽이나 프록시가 공유기나 이 컴퓨터의 보안 프로그램에 있는지 확인하십시오.',
    'correct-rule-address.outside':
      '지금은 {external}번 포트로 접속해야 합니다. {port}번을 쓰려면 공유기의 규칙에서 외부 포트를 {port}번으로 바꾸십시오.',
    'open-port': '또는 doorstep을 실행하는 동안만 공유기가 포트를 열게 하십시오: {open}',
    'switch-on-upnp': '또는 공유기 설정에서 UPnP(또는 NAT-PMP, PCP)를 켜고 다시 시도하십시오.',
    'use-other-port.here': '다른 외부 포트를 사용하십시오: {open}',
    'close-later': '그 전에 닫으려면 다음 명령을 실행하십시오: doorstep close {port}',
    'ask-provider.ahead':
      '이 컴퓨터 앞에 있는 방화벽(예: 클라우드나 호스팅 업체의 관리 페이지)에서 {protocol} {port}번 포트를 허용하십시오.',
    'prove-by-listening': '확실히 알려면 프로그램({program})을 잠시 끄고 그 포트에서 직접 확인하십시오: {listen}',
    'check-issuance.here': 'HTTPS를 쓰려면 인증서를 발급받을 수 있는지 확인하십시오: {certify}',
    'check-again': '그런 다음 다시 확인하십시오: {again}',
  },
} as const
