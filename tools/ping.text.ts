import { OWN_TROUBLE } from '../src/advice/index.ts'
import { HOST_FIELD, HOST_STEPS } from '../src/diagnostics/path/index.ts'
import { defineText, inBoth } from '../src/tool.ts'

const WORDS = inBoth({
  'cut-short': [HOST_STEPS.en['cut-short'], HOST_STEPS.ko['cut-short']],
  'trace-route': [HOST_STEPS.en['trace-route'], HOST_STEPS.ko['trace-route']],
  'headline.unreachable': ['No reply to ping came back from {host}.', '{host} 호스트에서 핑 응답이 오지 않았습니다.'],
  'headline.not-sent': ['{host} could not be pinged from this server.', '이 서버에서 {host} 호스트에 핑을 보내지 못했습니다.'],
  'label.count': ['Number of pings', '횟수'],
  'field.count': ['How many echo requests to send.', '핑을 보낼 횟수입니다.'],
  'button.ask-router': ['Trace the route', '경로 추적'],
  'button.ask-hidden-router': ['Trace the route', '경로 추적'],
  address: ['Address', '주소'],
  sent: ['Sent', '보냄'],
  loss: ['Lost', '손실'],
  fastest: ['Fastest', '최소'],
  average: ['Average', '평균'],
  slowest: ['Slowest', '최대'],
  jitter: ['Jitter', '지터'],
  why: ['Reason', '원인'],
})

export const text = defineText({
  en: {
    ...WORDS.en,
    ...HOST_FIELD.en,
    ...OWN_TROUBLE.en,
    title: 'Ping a host',
    summary: 'Whether a public host answers ping, how fast, and how many packets get lost on the way',
    'use-when': 'You want to know whether a host is up, its latency (how many ms), and whether packets get lost.',
    'not-for': 'Many hosts ignore ping: for a service use public-service-check, for the way there traceroute.',
    'headline.reachable': '{host} answers ping, on average in {avg} ms.',
    'headline.partial': '{host} answered {received} of {sent} pings.',
    'check-service':
      '{host} answers ping. That shows that the path works, not that a service does: check the port of the service.',
    'find-loss':
      '{loss}% of the packets to {address} were lost. Trace the route to see where, and ping again: a single run may be bad luck.',
    'check-service-anyway':
      'No ping reply from {address} proves little: many hosts and firewalls ignore ping while their services work. Check the port of the service.',
    'ask-host':
      'The host {address} itself answers that it does not accept ping ({reason}): it is up, and its firewall refuses. Check the port of the service.',
    'ask-router':
      'The router {from} says that the host cannot be reached ({reason}). Trace the route to see where that router is.',
    'ask-hidden-router':
      'A router on the way says that the host cannot be reached ({reason}). Trace the route to see how far packets get.',
    'find-loop':
      'Packets to {address} pass through more routers than they may: most likely two of them send the packets back and forth. Trace the route to see which.',
  },
  ko: {
    ...WORDS.ko,
    ...HOST_FIELD.ko,
    ...OWN_TROUBLE.ko,
    title: '핑 확인',
    summary: '인터넷에 있는 호스트가 핑에 응답하는지, 응답 시간과 손실률은 얼마인지 확인합니다',
    'use-when': '서버가 켜져 있는지, 핑(지연 시간)이 얼마나 나오는지, 패킷 손실이 있는지 알고 싶을 때 사용하십시오.',
    'not-for': '핑을 무시하는 호스트가 많으므로 서비스는 public-service-check, 경로는 traceroute로 확인하십시오.',
    'headline.reachable': '{host} 호스트가 핑에 응답하며, 평균 응답 시간은 {avg} ms입니다.',
    'headline.partial': '{host} 호스트가 핑 {sent}번 가운데 {received}번에 응답했습니다.',
    'check-service':
      '{host} 호스트가 핑에 응답합니다. 경로가 정상이라는 뜻일 뿐 서비스가 동작한다는 뜻은 아니므로 서비스의 포트를 확인하십시오.',
    'find-loss':
      '{address} 주소로 보낸 패킷의 {loss}%가 손실되었습니다. 경로를 추적하여 어디에서 손실되는지 확인하고, 일시적인 현상일 수 있으니 핑도 다시 보내 보십시오.',
    'check-service-anyway':
      '{address} 주소에서 핑 응답이 없다고 해서 서비스가 멈춘 것은 아닙니다. 서비스는 동작하면서 핑만 무시하는 호스트와 방화벽이 많으므로 서비스의 포트를 확인하십시오.',
    'ask-host':
      '{address} 호스트가 핑을 받지 않는다고 직접 응답했습니다({reason}). 호스트는 켜져 있고 방화벽이 핑을 거부하는 것이니 서비스의 포트를 확인하십시오.',
    'ask-router':
      '{from} 라우터가 호스트에 연결할 수 없다고 응답했습니다({reason}). 경로를 추적하여 그 라우터가 어디에 있는지 확인하십시오.',
    'ask-hidden-router':
      '중간에 있는 라우터가 호스트에 연결할 수 없다고 응답했습니다({reason}). 경로를 추적하여 패킷이 어디까지 가는지 확인하십시오.',
    'find-loop':
      '{address} 주소로 보낸 패킷이 거칠 수 있는 라우터 수를 넘었습니다. 라우터들이 패킷을 서로 주고받고 있을 가능성이 크므로 경로를 추적하여 확인하십시오.',
  },
})
