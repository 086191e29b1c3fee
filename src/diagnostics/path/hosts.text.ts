/** The field for a host, and steps about one, of several tools. */
export const HOST_FIELD = {
  en: { 'label.host': 'Host', 'field.host': 'The host name or public IP address.' },
  ko: { 'label.host': '호스트', 'field.host': '호스트 이름 또는 공인 IP 주소입니다.' },
} as const

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
