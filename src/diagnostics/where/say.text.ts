import { defineText, inBoth } from '../../contract/text.ts'

/** The sentences by end of the packets: first what was seen, then what it means. */
export const sayText = defineText({
  en: {
    'seen.refused-by-device':
      'The router at {ip} forwards {protocol} port {port}, but the device behind it refused the connection.',
    'seen.refused-by-device-ipv6': 'The device at {ip} refused the connection to {protocol} port {port}.',
    'seen.silent-device': 'The router at {ip} forwards {protocol} port {port}, but the device behind it did not answer.',
    'seen.silent-device-ipv6': 'The device at {ip} did not answer on {protocol} port {port}.',
    'seen.no-device': 'The router at {ip} forwards {protocol} port {port}, but finds no device at the address in its rule.',
    'seen.no-device-ipv6': 'The last router before {ip} lets {protocol} port {port} through, but finds no device there.',
    'seen.wrong-address':
      'The router at {ip} forwards {protocol} port {port}, but the address in its rule cannot be reached from there.',
    'seen.wrong-address-ipv6': 'A router near {ip} says that this address cannot be reached.',
    'seen.router-refuses': 'The router at {ip} has a rule for {protocol} port {port}, but refused the connection itself.',
    'seen.refused-at-address': '{protocol} port {port} is refused at {ip} itself.',
    'seen.refused-at-address-ipv6': 'The connection to {protocol} port {port} was refused at {ip}.',
    'seen.silent-at-address': 'Packets to {protocol} port {port} get close to {ip}, but nothing comes back from there.',
    'seen.refused-on-the-way': 'Packets to {protocol} port {port} were refused on the way, before they reached {ip}.',
    'seen.stopped-before':
      'Packets to {protocol} port {port} stop before {ip}, after {router}; those to another port get further.',
    'seen.router-reached': 'Packets to {protocol} port {port} reach the last router before {ip}, but the device did not answer.',
    'seen.cannot-tell': 'Nothing came back from {protocol} port {port} at {ip}, and it cannot be told where the packets ended.',
    'means.refused-by-device':
      'The rule is there. Most likely no program is listening; otherwise the refusal comes from the firewall of the device, or from another router behind this one.',
    'means.refused-by-device-ipv6':
      'Packets get through to the device. Most likely no program is listening over IPv6; otherwise its firewall refuses the port.',
    'means.filtered-by-device':
      'The rule is there. Most likely the refusal comes from the firewall of the device; otherwise from another router behind this one, or from the firewall of the router.',
    'means.filtered-by-device-ipv6': 'Packets get through to the device. Most likely its firewall refuses the port.',
    'means.filtered-at-address':
      'Most likely a firewall refuses the port: that of the router, or of the device if it has this address itself. Otherwise the port is not forwarded yet, or the device behind the router is off.',
    'means.filtered-at-address-ipv6': 'Most likely a firewall refuses the port: that of the router or of the device.',
    'means.silent-device':
      'The rule is there. Most likely the firewall of the device drops the packets, or the program is not running; otherwise the firewall of the router drops them, or another router behind it does.',
    'means.by-design':
      'The rule is there. This service ({service}) does not answer strangers, so it may well be running; otherwise the firewall of the device or of the router drops the packets.',
    'means.perhaps-by-design':
      'The rule is there. Many programs that use UDP answer only clients they know, so this one may be running; otherwise the firewall of the device or of the router drops the packets.',
    'means.no-device': 'The rule is there. The device is off or asleep, or it has another address now.',
    'means.no-device-ipv6': 'The device is off or asleep, or it has another address now.',
    'means.wrong-address':
      'The rule is there, but most likely leads out of the home network: its internal address is mistyped or out of date.',
    'means.wrong-address-ipv6': 'Most likely the device or the whole network has another address now.',
    'means.router-refuses': 'The rule is there. Most likely a firewall or filter of the router itself refuses the port.',
    'means.refused-at-address':
      'Most likely the router refuses because the port is not forwarded to a device yet. If the device with the program has this address itself, no program is listening.',
    'means.refused-at-address-ipv6':
      'Most likely no program is listening over IPv6; otherwise the IPv6 firewall of the router refuses in its place.',
    'means.silent-at-address':
      'Most likely the port is not forwarded yet, or only for the other protocol. Otherwise a filter on the last stretch drops the packets, or the router keeps silent about its rule.',
    'means.silent-at-address-udp':
      'Most likely the port is not forwarded yet, or only over TCP; otherwise a filter on the last stretch drops the packets. But silence proves nothing over UDP: many programs answer only clients they know.',
    'means.cannot-tell-udp':
      'Over UDP, silence proves nothing: many programs answer only clients they know. It may also be that the port is not forwarded, or that a firewall drops the packets.',
    'means.refused-on-the-way':
      'Most likely a filter of your provider refuses this port; otherwise another firewall does, on the way or near this server.',
    'means.refused-on-the-way-ipv6':
      'Most likely the IPv6 firewall of your router refuses this port; otherwise a firewall of your provider does, or another one on the way.',
    'means.stopped-before':
      'Most likely a filter of your provider drops packets to this port there; otherwise another firewall does, on the way or near this server.',
    'means.router-reached':
      'Most likely the IPv6 firewall of the router does not let the port through; otherwise the firewall of the device drops the packets, or the program is not running.',
    'means.by-design-ipv6':
      'This service ({service}) does not answer strangers, so it may well be running; otherwise the IPv6 firewall of the router or that of the device drops the packets.',
    'means.perhaps-by-design-ipv6':
      'Many programs that use UDP answer only clients they know, so this one may be running; otherwise the IPv6 firewall of the router or that of the device drops the packets.',
    'means.cannot-tell':
      'Most likely the port is not forwarded, or a firewall drops the packets; otherwise {ip} is not the address of your own router.',
    'every-port': 'The router forwards another port as well, so most likely every port goes to one device (exposed host, DMZ).',
    'passed-on': 'Behind the router, packets are passed on once more: by another router, or to containers on the device.',
    'a-router': 'a router on the way',
    'a-router-of': 'a router of {network}',
  },
  ko: {
    'seen.refused-by-device': '{ip} 주소의 공유기는 {protocol} {port}번 포트를 포워딩하지만, 그 뒤의 기기가 접속을 거부했습니다.',
    'seen.refused-by-device-ipv6': '{ip} 주소의 기기가 {protocol} {port}번 포트로 온 접속을 거부했습니다.',
    'seen.silent-device': '{ip} 주소의 공유기는 {protocol} {port}번 포트를 포워딩하지만, 그 뒤의 기기가 응답하지 않았습니다.',
    'seen.silent-device-ipv6': '{ip} 주소의 기기가 {protocol} {port}번 포트에서 응답하지 않았습니다.',
    'seen.no-device':
      '{ip} 주소의 공유기는 {protocol} {port}번 포트를 포워딩하지만, 규칙에 적힌 내부 IP에서 기기를 찾지 못했습니다.',
    'seen.no-device-ipv6': '{ip} 바로 앞의 라우터는 {protocol} {port}번 포트를 통과시키지만, 그 주소에서 기기를 찾지 못했습니다.',
    'seen.wrong-address':
      '{ip} 주소의 공유기는 {protocol} {port}번 포트를 포워딩하지만, 규칙에 적힌 내부 IP에는 도달할 수 없습니다.',
    'seen.wrong-address-ipv6': '{ip} 주소에는 도달할 수 없다고 그 근처의 라우터가 응답했습니다.',
    'seen.router-refuses': '{ip} 주소의 공유기에 {protocol} {port}번 포트의 규칙은 있지만, 공유기가 접속을 직접 거부했습니다.',
    'seen.refused-at-address': '{ip} 주소의 {protocol} {port}번 포트에 접속하면 거부됩니다.',
    'seen.refused-at-address-ipv6': '{ip} 주소에서 {protocol} {port}번 포트로 온 접속을 거부했습니다.',
    'seen.silent-at-address':
      '{protocol} {port}번 포트로 보낸 패킷이 {ip} 주소 근처까지는 가지만, 그곳에서 아무 응답도 오지 않습니다.',
    'seen.refused-on-the-way': '{protocol} {port}번 포트로 보낸 패킷이 {ip} 주소에 도달하기 전에 중간에서 거부되었습니다.',
    'seen.stopped-before':
      '{protocol} {port}번 포트로 보낸 패킷은 {router}까지만 가고 {ip} 주소에 도달하지 못하지만, 다른 포트로 보낸 패킷은 더 멀리 갑니다.',
    'seen.router-reached':
      '{protocol} {port}번 포트로 보낸 패킷이 {ip} 바로 앞의 라우터까지는 가지만, 기기가 응답하지 않았습니다.',
    'seen.cannot-tell': '{ip} 주소의 {protocol} {port}번 포트에서 응답이 없으며, 패킷이 어디에서 멈추는지는 알 수 없습니다.',
    'means.refused-by-device':
      '규칙은 있습니다. 대개 이 포트로 접속을 받는 프로그램이 없는 경우이며, 아니면 기기의 방화벽이나 이 공유기 안쪽의 다른 공유기가 거부하고 있습니다.',
    'means.refused-by-device-ipv6':
      '패킷은 기기까지 갑니다. 대개 IPv6로 접속을 받는 프로그램이 없는 경우이며, 아니면 기기의 방화벽이 거부하고 있습니다.',
    'means.filtered-by-device':
      '규칙은 있습니다. 대개 기기의 방화벽이 거부하는 경우이며, 아니면 안쪽의 다른 공유기나 이 공유기의 방화벽이 거부하고 있습니다.',
    'means.filtered-by-device-ipv6': '패킷은 기기까지 갑니다. 대개 기기의 방화벽이 거부하는 경우입니다.',
    'means.filtered-at-address':
      '대개 공유기나 이 주소를 쓰는 기기의 방화벽이 거부하는 경우입니다. 아니면 포트포워딩을 아직 설정하지 않았거나 그 뒤의 기기가 꺼져 있습니다.',
    'means.filtered-at-address-ipv6': '대개 공유기나 기기의 방화벽이 거부하는 경우입니다.',
    'means.silent-device':
      '규칙은 있습니다. 대개 기기의 방화벽이 패킷을 버리거나 프로그램이 실행되고 있지 않은 경우이며, 아니면 이 공유기의 방화벽이나 안쪽의 다른 공유기가 버리고 있습니다.',
    'means.by-design':
      '규칙은 있습니다. {service}에서는 모르는 상대에게 응답하지 않으므로 정상적으로 실행 중일 수 있습니다. 아니면 기기나 공유기의 방화벽이 패킷을 버리고 있습니다.',
    'means.perhaps-by-design':
      '규칙은 있습니다. UDP 프로그램은 아는 상대에게만 응답하는 경우가 많으므로 이 프로그램도 정상적으로 실행 중일 수 있습니다. 아니면 기기나 공유기의 방화벽이 패킷을 버리고 있습니다.',
    'means.no-device': '규칙은 있습니다. 기기가 꺼져 있거나 절전 상태이거나, 기기의 내부 IP가 바뀌었습니다.',
    'means.no-device-ipv6': '기기가 꺼져 있거나 절전 상태이거나, 기기의 IPv6 주소가 바뀌었습니다.',
    'means.wrong-address':
      '규칙은 있지만 내부 네트워크 밖의 주소로 이어지는 것으로 보입니다. 대개 내부 IP를 잘못 입력했거나 예전 주소가 남아 있는 경우입니다.',
    'means.wrong-address-ipv6': '대개 기기나 네트워크 전체의 주소가 바뀐 경우입니다.',
    'means.router-refuses': '규칙은 있습니다. 대개 공유기의 방화벽이나 필터가 접속을 거부하는 경우입니다.',
    'means.refused-at-address':
      '대개 포트포워딩을 아직 설정하지 않아 공유기가 거부하는 경우입니다. 공유기 없이 이 주소를 직접 쓰는 기기라면 이 포트로 접속을 받는 프로그램이 없는 것입니다.',
    'means.refused-at-address-ipv6':
      '대개 IPv6로 접속을 받는 프로그램이 없는 경우이며, 아니면 공유기의 IPv6 방화벽이 대신 거부하고 있습니다.',
    'means.silent-at-address':
      '대개 포트포워딩을 아직 설정하지 않았거나 다른 프로토콜로 설정한 경우입니다. 아니면 마지막 구간의 필터가 패킷을 버리고 있거나, 공유기가 규칙이 있다는 사실을 드러내지 않고 있습니다.',
    'means.silent-at-address-udp':
      '대개 포트포워딩을 아직 설정하지 않았거나 TCP로만 설정한 경우이며, 아니면 마지막 구간의 필터가 패킷을 버리고 있습니다. 다만 UDP 프로그램은 아는 상대에게만 응답하는 경우가 많아, 응답이 없다고 해서 닫혀 있다고 볼 수는 없습니다.',
    'means.cannot-tell-udp':
      'UDP 프로그램은 아는 상대에게만 응답하는 경우가 많아, 응답이 없다고 해서 닫혀 있다고 볼 수는 없습니다. 그렇지 않다면 포트포워딩을 아직 설정하지 않았거나 방화벽이 패킷을 버리고 있습니다.',
    'means.refused-on-the-way':
      '대개 통신사의 필터가 이 포트를 거부하는 경우이며, 아니면 중간 구간이나 이 서버 근처의 다른 방화벽이 거부하고 있습니다.',
    'means.refused-on-the-way-ipv6':
      '대개 공유기의 IPv6 방화벽이 이 포트를 거부하는 경우이며, 아니면 통신사나 중간 구간의 다른 방화벽이 거부하고 있습니다.',
    'means.stopped-before':
      '대개 통신사의 필터가 그곳에서 이 포트를 막는 경우이며, 아니면 중간 구간이나 이 서버 근처의 다른 방화벽이 막고 있습니다.',
    'means.router-reached':
      '대개 공유기의 IPv6 방화벽이 이 포트를 막는 경우이며, 아니면 기기의 방화벽이 패킷을 버리고 있거나 프로그램이 실행되고 있지 않습니다.',
    'means.by-design-ipv6':
      '{service}에서는 모르는 상대에게 응답하지 않으므로 정상적으로 실행 중일 수 있습니다. 아니면 공유기의 IPv6 방화벽이나 기기의 방화벽이 패킷을 버리고 있습니다.',
    'means.perhaps-by-design-ipv6':
      'UDP 프로그램은 아는 상대에게만 응답하는 경우가 많으므로 이 프로그램도 정상적으로 실행 중일 수 있습니다. 아니면 공유기의 IPv6 방화벽이나 기기의 방화벽이 패킷을 버리고 있습니다.',
    'means.cannot-tell':
      '대개 포트포워딩을 아직 설정하지 않았거나 방화벽이 패킷을 버리는 경우입니다. 또는 {ip} 주소가 내 공유기의 주소가 아닐 수도 있습니다.',
    'every-port': '다른 포트도 포워딩하므로 모든 포트를 기기 한 대로 보내는 설정(DMZ)일 가능성이 높습니다.',
    'passed-on': '그 안쪽에서 패킷이 한 번 더 전달됩니다. 공유기가 한 대 더 있거나 기기에서 컨테이너를 쓰고 있습니다.',
    'a-router': '중간 라우터',
    'a-router-of': '{network} 라우터',
  },
})

export const printText = defineText(
  inBoth({
    sighting: ['hop limit {hopLimit}: {from}', '홉 제한 {hopLimit}: {from}'],
    because: ['{from} ({reason})', '{from}({reason})'],
    path: ['a router on the way', '중간 라우터'],
    target: ['the public address', '공인 IP 주소'],
    other: ['another address', '다른 주소'],
    nothing: ['no answer', '응답 없음'],
  }),
)
