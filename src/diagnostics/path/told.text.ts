import { defineText, inBoth } from '../../contract/text.ts'

export const toldText = defineText(
  inBoth({
    lost: ['lost', '응답 없음'],
    'a-router': ['A router on the way', '중간 라우터'],
    other: ['{router} answered instead of the host.', '호스트 대신 응답한 라우터: {router}'],
    'other-because': ['{router} answered instead of the host ({reason}).', '호스트 대신 응답한 라우터: {router} ({reason})'],
    hop: ['Hop', '홉'],
    address: ['Address', '주소'],
    network: ['Network', '네트워크'],
    time: ['Time', '시간'],
    silent: ['no answer', '응답 없음'],
    hidden: ['network of this server', '이 서버의 네트워크'],
    'this-server': ['this server', '이 서버'],
    map: ['The countries on the way', '지나는 국가'],
  }),
)

/** The field for a host, and steps about one, of several tools. */
export const HOST_FIELD = inBoth({
  'label.host': ['Host', '호스트'],
  'field.host': ['The host name or public IP address.', '호스트 이름 또는 공인 IP 주소입니다.'],
})

export const HOST_STEPS = {
  en: {
    'trace-route': 'Trace the route to {address} to see how far packets get.',
    'check-host':
      'Nothing came back from {address} on port {port}. The host may be down, or a firewall may be dropping traffic to the port.',
    'cut-short': 'It was cut short: more packets came back than it can have caused, or it had sent as many as one request may.',
  },
  ko: {
    'trace-route': '{address} 주소까지의 경로를 추적하여 패킷이 어디에서 끊기는지 확인하십시오.',
    'check-host':
      '{address} 주소의 {port}번 포트에서 아무 응답이 없습니다. 호스트가 꺼져 있거나 방화벽이 패킷을 버리고 있을 수 있습니다.',
    'cut-short':
      '도중에 중단되었습니다. 보낸 패킷에 비해 지나치게 많은 응답이 돌아왔거나, 요청 하나로 보낼 수 있는 패킷을 모두 사용했습니다.',
  },
} as const

/** The words for a terminal that are not those of ping and traceroute: codes stand in brackets behind them. */
export const printText = defineText(
  inBoth({
    'not-sent': ['not sent: icmp_seq={seq} ({reason})', '보내지 못함: icmp_seq={seq} ({reason})'],
    reply: ['reply from {from}: icmp_seq={seq} ttl={ttl} time={ms} ms', '{from} 응답: icmp_seq={seq} ttl={ttl} time={ms} ms'],
    'no-answer': ['no answer: icmp_seq={seq}', '응답 없음: icmp_seq={seq}'],
    error: ['from {from}: icmp_seq={seq} ({reason})', '{from} 오류 응답: icmp_seq={seq} ({reason})'],
    statistics: [
      '{sent} packets transmitted, {received} received, {loss}% packet loss',
      '보냄 {sent}개, 받음 {received}개, 손실 {loss}%',
    ],
    'statistics-of-none': ['{sent} packets transmitted', '보냄 {sent}개'],
    'not-reached': ['not reached ({reason})', '도달하지 못함({reason})'],
    hidden: ['(hidden)', '(표시하지 않음)'],
    'this-machine': ['(this machine)', '(이 서버)'],
    also: ['(also {address})', '(또는 {address})'],
  }),
)

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
