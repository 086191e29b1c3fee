import { OWN_TROUBLE } from '../src/advice/index.ts'
import { HOST_FIELD, HOST_STEPS } from '../src/diagnostics/path/index.ts'
import { defineText, inBoth } from '../src/tool.ts'

const WORDS = inBoth({
  'cut-short': [HOST_STEPS.en['cut-short'], HOST_STEPS.ko['cut-short']],
  'headline.reached': ['{host} was reached at hop {hop}.', '{hop}번째 홉에서 {host} 호스트에 도달했습니다.'],
  'label.maxHops': ['Maximum number of hops', '최대 홉 수'],
  'field.maxHops': ['How many routers to ask at most.', '최대 몇 번째 라우터까지 추적할지 정합니다.'],
  'label.method': ['Method', '방식'],
  'result.where': ['Where packets end', '패킷이 멈춘 곳'],
  address: ['Address', '주소'],
  method: ['Method', '방식'],
  'most-hops': ['Hops at most', '최대 홉 수'],
  why: ['Reason', '원인'],
})

export const text = defineText({
  en: {
    ...WORDS.en,
    ...HOST_FIELD.en,
    ...OWN_TROUBLE.en,
    title: 'Trace the route to a host',
    summary: 'The path that packets to a public host take, router by router, and where it ends',
    'use-when':
      'You want to trace the route to a host: at which hop the connection ends or gets slow, and which networks it passes.',
    'not-for': 'To see whether a host or service answers use ping or public-service-check first.',
    'headline.not-reached': '{host} was not reached; the last answer came from hop {hop}.',
    'headline.silent': '{host} was not reached, and no router on the way answered.',
    'headline.not-sent': 'The route to {host} could not be traced from this server.',
    'field.method': 'What to send: UDP datagrams, ICMP echo requests, or TCP connections to port 80.',
    'check-service':
      'Packets reach {host} at hop {hops}. That tells you about the path and proves nothing about a service: check the port of the service.',
    'check-service-anyway':
      'A trace that ends early does not prove that a service is down: routers and hosts may stay silent on purpose. Check the port of the service.',
    'ask-router':
      'At hop {hop} the router {router} says that packets get no further ({reason}). Its operator, or the network behind it, has to change that.',
    'ask-hidden-router': 'At hop {hop} a router says that packets get no further ({reason}).',
    'report-loop':
      'Routers send packets to {address} back and forth. Their networks have to correct their routes; tell the provider of the host.',
    'follow-further': 'The trace ended after {hops} hops because the request did not allow more. Trace again with more.',
    'try-other-method':
      'Nothing came back from beyond hop {hop}. A firewall there may drop this kind of probe; try the method {method}.',
    'nothing-came-back':
      'No router and no host answered. A firewall near this server may drop this kind of probe; try the method {method}.',
    'verify-port': 'This is your own address: check TCP port {port} to see what to do about it.',
  },
  ko: {
    ...WORDS.ko,
    ...HOST_FIELD.ko,
    ...OWN_TROUBLE.ko,
    title: '경로 추적',
    summary: '인터넷에 있는 호스트까지 패킷이 거치는 라우터를 차례로 추적하여 어디까지 도달하는지 확인합니다',
    'use-when': '어느 구간에서 끊기거나 느려지는지 알고 싶을 때 사용하십시오.',
    'not-for': '호스트나 서비스가 응답하는지는 먼저 ping이나 public-service-check로 확인하십시오.',
    'headline.not-reached': '{host} 호스트에 도달하지 못했으며, 마지막 응답은 {hop}번째 홉에서 왔습니다.',
    'headline.silent': '{host} 호스트에 도달하지 못했고, 중간 라우터의 응답도 없습니다.',
    'headline.not-sent': '이 서버에서 {host} 호스트까지의 경로를 추적하지 못했습니다.',
    'field.method': '경로 추적에 사용할 패킷입니다(UDP, ICMP 에코 요청, TCP 80번 포트 연결).',
    'check-service':
      '패킷이 {hops}번째 홉에서 {host} 호스트에 도달합니다. 경로를 알려 주는 단서일 뿐 서비스가 동작한다는 증거는 아니므로 서비스의 포트를 확인하십시오.',
    'check-service-anyway':
      '추적이 도중에 끝났다고 해서 서비스가 멈춘 것은 아닙니다. 일부러 응답하지 않는 라우터와 호스트가 있으므로 서비스의 포트를 확인하십시오.',
    'ask-router':
      '{hop}번째 홉의 {router} 라우터가 패킷을 더 보낼 수 없다고 응답했습니다({reason}). 그 라우터의 운영자나 그 뒤의 네트워크에서 해결해야 합니다.',
    'ask-hidden-router': '{hop}번째 홉의 라우터가 패킷을 더 보낼 수 없다고 응답했습니다({reason}).',
    'report-loop':
      '라우터들이 {address} 주소로 가는 패킷을 서로 주고받기만 합니다. 해당 네트워크에서 경로를 바로잡아야 하므로 대상 호스트의 통신사에 알리십시오.',
    'follow-further': '요청한 {hops}개 홉까지만 추적했습니다. 홉 수를 늘려 다시 추적하십시오.',
    'try-other-method':
      '{hop}번째 홉 다음부터는 응답이 없습니다. 방화벽이 이 방식의 패킷을 버리는 것일 수 있으니 {method} 방식으로 다시 시도하십시오.',
    'nothing-came-back':
      '응답한 라우터나 호스트가 하나도 없습니다. 이 서버 근처의 방화벽이 이런 패킷을 버리는 것일 수 있으니 {method} 방식으로 다시 시도하십시오.',
    'verify-port': '내 주소이므로, TCP {port}번 포트를 확인하면 무엇을 해야 하는지 알 수 있습니다.',
  },
})
