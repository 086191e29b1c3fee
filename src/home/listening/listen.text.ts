import { defineText, inBoth } from '../../contract/text.ts'

const WORDS = inBoth({
  title: ['Prove that a port leads here', '포트가 이 컴퓨터로 연결되는지 확인'],
  'not-for': ['To learn why something cannot be reached use home.', '접속할 수 없는 원인을 찾으려면 home을 사용하십시오.'],
  'label.port': ['Port', '포트'],
  'label.protocol': ['Protocol', '프로토콜'],
  'field.protocol': ['TCP or UDP.', 'TCP 또는 UDP입니다.'],
  'label.bind': ['Address', '주소'],
  'label.hostname': ['Host name', 'DDNS 또는 도메인'],
  'result.certificate': ['Certificate', '인증서'],
  'headline.seen': ['{protocol} port {port} at {ip}: {sight}.', '{ip} 주소의 {protocol} {port}번 포트: {sight}.'],
  'line.from': ['Arrived here from: {addresses}', '패킷을 보낸 주소: {addresses}'],
  'no-server': ['Only a doorstep outside of your network can prove it', '외부에 있는 doorstep 서버가 있어야 확인할 수 있습니다'],
  'port-in-use': ['The port is in use', '이미 사용 중인 포트입니다'],
  'another-program': ['Another program', '이름을 알 수 없음'],
  'not-permitted': ['The port may not be listened on', '이 포트에서 접속을 기다릴 권한이 없습니다'],
  'not-own': ['{address} is not an address of this computer.', '{address} 주소는 이 컴퓨터의 주소가 아닙니다.'],
  'no-listening': ['This computer cannot listen there', '이 컴퓨터에서는 접속을 기다릴 수 없습니다'],
  'not-asked': ['The server was of no help', '서버에서 확인하지 못했습니다'],
})

export const listenText = defineText({
  en: {
    ...WORDS.en,
    summary: 'Listens on a port of this computer, and has --server prove that the port leads to this very program',
    'use-when': 'You want to be certain that a port leads to this computer before the program for it is installed.',
    'field.port': 'The port to listen on, which is also the one that is checked from outside.',
    'field.bind': 'The address of this computer to listen on. By default, all of them.',
    'field.hostname':
      'On port 80 or 443: a name of yours. The server then also checks, with the proof, whether a certificate for it would be issued.',
    'other-port': 'Authorities look at the TCP ports 80 and 443 alone. Listen on one of them, or leave the name out.',
    asking: 'Listening on {protocol} port {port}. {server} is asked to reach it.',
    'headline.unchecked': '{protocol} port {port} could not be checked from outside.',
    'headline.would-work':
      'Proven: {hostname} leads to {protocol} port {port} of this computer, and a certificate for it would be issued by {method}.',
    'headline.would-fail':
      '{protocol} port {port} at {ip} leads to this computer, but a certificate for {hostname} would not be issued by {method}.',
    'headline.cannot-tell':
      '{protocol} port {port} at {ip} leads to this computer. Whether a certificate for {hostname} would be issued by {method} is not certain.',
    'headline.not-here': '{protocol} port {port} at {ip} leads to this computer, but {hostname} was not seen to lead here.',
    'line.certificate': 'In the way of a certificate for {hostname} by {method}:',
    'line.certificate-unchecked': 'Certificate for {hostname}: not checked: {reason}',
    'no-server-detail': 'Name one with --server, such as --server https://ip.example.com. Nothing was opened.',
    'port-in-use-by':
      '{program} listens on {protocol} port {port} and was left alone. To check it, type: doorstep home --port {port} --protocol {asked} --server {server}',
    'port-in-use-inside':
      '{program} listens on {protocol} port {port}, but only for this computer itself ({addresses}), and was left alone. Let it listen on all addresses.',
    'not-permitted-linux':
      'Ports below 1024 need a right. Either type: sudo doorstep listen {port} --server {server} or allow them once: sudo sysctl net.ipv4.ip_unprivileged_port_start={port}',
    'not-permitted-mac': 'Ports below 1024 need a right. Type: sudo doorstep listen {port} --server {server}',
    'not-permitted-windows':
      'Windows keeps this port for itself. See which ones it keeps: netsh interface ipv4 show excludedportrange protocol={asked}',
  },
  ko: {
    ...WORDS.ko,
    summary:
      '이 컴퓨터의 포트에서 접속을 기다리고, 외부에서 그 포트에 접속하면 이 프로그램으로 연결되는지 --server로 지정한 서버를 통해 증명합니다',
    'use-when': '프로그램을 설치하기 전에 포트가 이 컴퓨터로 연결되는지 확실히 알고 싶을 때 사용하십시오.',
    'field.port': '접속을 기다릴 포트이며, 외부에서도 이 포트를 확인합니다.',
    'field.bind': '접속을 기다릴 이 컴퓨터의 주소입니다. 기본값은 모든 주소입니다.',
    'field.hostname':
      '80번이나 443번 포트에서 사용합니다. 내 도메인을 입력하면 그 도메인의 인증서를 발급받을 수 있는지도 서버에서 함께 확인합니다.',
    'other-port': '인증 기관은 TCP 80번과 443번 포트만 확인합니다. 둘 중 하나를 지정하거나 도메인을 빼십시오.',
    asking: '{protocol} {port}번 포트에서 접속을 기다리며 {server} 서버에 확인을 요청했습니다.',
    'headline.unchecked': '{protocol} {port}번 포트를 외부에서 확인하지 못했습니다.',
    'headline.would-work':
      '{hostname} 도메인의 {protocol} {port}번 포트가 이 컴퓨터로 연결되며, {method} 방식으로 인증서를 발급받을 수 있습니다.',
    'headline.would-fail':
      '{ip} 주소의 {protocol} {port}번 포트는 이 컴퓨터로 연결되지만, {method} 방식으로는 {hostname} 도메인의 인증서를 발급받을 수 없습니다.',
    'headline.cannot-tell':
      '{ip} 주소의 {protocol} {port}번 포트는 이 컴퓨터로 연결됩니다. {method} 방식으로 {hostname} 도메인의 인증서를 발급받을 수 있는지는 확실하지 않습니다.',
    'headline.not-here':
      '{ip} 주소의 {protocol} {port}번 포트는 이 컴퓨터로 연결되지만, {hostname} 도메인이 이 컴퓨터로 연결되는 것은 확인하지 못했습니다.',
    'line.certificate': '{method} 방식으로 {hostname} 도메인의 인증서를 발급받는 데 문제가 되는 것:',
    'line.certificate-unchecked': '{hostname} 도메인의 인증서: 확인하지 못함({reason})',
    'no-server-detail': '--server 옵션으로 서버를 지정하십시오(예: --server https://ip.example.com). 포트는 열지 않았습니다.',
    'port-in-use-by':
      '프로그램({program})이 {protocol} {port}번 포트를 쓰고 있어 그대로 두었습니다. 그 프로그램을 확인하려면 다음 명령을 실행하십시오: doorstep home --port {port} --protocol {asked} --server {server}',
    'port-in-use-inside':
      '프로그램({program})이 {protocol} {port}번 포트를 쓰고 있어 그대로 두었습니다. 이 컴퓨터 안에서 오는 접속만 받으므로({addresses}) 모든 주소로 접속을 받도록 설정하십시오.',
    'not-permitted-linux':
      '1024번 미만의 포트에는 관리자 권한이 필요합니다. sudo doorstep listen {port} --server {server} 명령을 실행하거나, 다음 명령으로 일반 사용자에게 허용하십시오: sudo sysctl net.ipv4.ip_unprivileged_port_start={port}',
    'not-permitted-mac':
      '1024번 미만의 포트에는 관리자 권한이 필요합니다. 다음 명령을 실행하십시오: sudo doorstep listen {port} --server {server}',
    'not-permitted-windows':
      'Windows가 예약한 포트입니다. 예약된 포트를 확인하십시오: netsh interface ipv4 show excludedportrange protocol={asked}',
  },
})
