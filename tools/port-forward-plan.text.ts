import { HINTS } from '../src/router/index.ts'
import { defineText, inBoth } from '../src/tool.ts'

const WORDS = inBoth({
  title: ['Plan port forwarding', '포트포워딩 안내'],
  'headline.rules-anywhere': ['{service} needs {ports} forwarded.', '공유기에서 {service}용 포트({ports})를 포워딩해야 합니다.'],
  'headline.in-app': ['{router}, in the {app} app', '{router}의 {app} 앱'],
  'headline.not-needed': ['No port forwarding is needed for {service}.', '{service}에는 포트포워딩이 필요하지 않습니다.'],
  'headline.never': ['{service} should not be opened to the internet.', '{service}용 포트는 인터넷에 열지 마십시오.'],
  'label.useCase': ['Service', '서비스'],
  'label.ports': ['Ports', '포트'],
  'field.ports.port': ['The port at the device.', '기기에서 쓰는 내부 포트입니다.'],
  'field.ports.externalPort': ['The port outside, if it is another one.', '외부 포트입니다. 내부 포트와 다를 때만 입력합니다.'],
})

export const text = defineText({
  en: {
    ...WORDS.en,
    ...HINTS.en,
    summary: 'What to enter in which router to make a service reachable from outside, and when that is impossible',
    'use-when':
      'You want to know which ports (TCP or UDP) a game or server uses or needs, or how to open or forward a port on a certain router: where its settings are, which rule to type in, which commands.',
    'not-for': 'It checks nothing: port-check or reachability tells whether the rule works.',
    'headline.rules': '{service} needs {ports} forwarded ({router}).',
    'headline.wan-differs': '{service} needs {ports} forwarded, but your router shows {wan}, not the address that you come from.',
    'headline.two-routers': '{service} needs {ports} forwarded in both routers, unless one stops routing.',
    'headline.console-behind-two': '{service} seems to be behind two routers: if UPnP does not help, make one of them a bridge.',
    'headline.console': '{service} usually needs nothing but UPnP in the router.',
    'headline.try-first': '{service} often works without a rule: forward {ports} only if it does not.',
    'headline.relay': '{service} needs {ports} forwarded, unless others join over its relay.',
    'headline.shared-ports': '{service}: your line may have only some of the ports of its public address.',
    'headline.safer': '{service}: there is a better way than an open port.',
    'headline.own-vpn': '{service}: your router can be the VPN server itself; otherwise, forward {ports}.',
    'headline.building':
      '{service}: on this line, only the manager of the building can let others in. Ask there, or use another way.',
    'headline.careful': '{service} is safer without an open port; otherwise, forward {ports}.',
    'headline.which-port': '{service}: name the game or enter its port, and the rule for it follows.',
    'headline.cannot-work': '{service}: port forwarding cannot work on this line.',
    'headline.own-router': '{service} takes a router of your own: the box of your provider cannot forward ports.',
    'headline.needs-address':
      '{service}: on this line, port forwarding works only with a public address of your own. Ask for it, or use another way.',
    'headline.carrier': '{service}: your line shares its public address (CGNAT), so a rule in your router lets nobody in.',
    'headline.shared':
      '{service}: your line most likely shares its public address (CGNAT), so a rule in your router lets nobody in.',
    'headline.outer-alone': '{service} needs {ports} forwarded in the other router alone.',
    'field.useCase': 'What you want to reach from outside: a game, a program or a kind of server.',
    'field.ports': 'The ports of any service, or other ports of a known one.',
    'field.ports.protocol': 'Without it, that of the known service, otherwise tcp.',
  },
  ko: {
    ...WORDS.ko,
    ...HINTS.ko,
    summary: '외부에서 서비스에 접속하려면 공유기에 무엇을 입력해야 하는지, 포트포워딩이 되지 않는 회선인지 알려 줍니다',
    'use-when': '게임이나 서버에 포트 몇 번을 열어야 하는지, 공유기에서 포트포워딩을 어떻게 하는지 알고 싶을 때 사용하십시오.',
    'not-for': '규칙이 동작하는지는 port-check나 reachability로 확인하십시오.',
    'headline.rules': '{router}에서 {service}용 포트({ports})를 포워딩해야 합니다.',
    'headline.wan-differs':
      '{service}용 포트({ports})를 포워딩해야 하지만, 공유기에 표시된 주소({wan})가 요청을 보낸 주소와 다릅니다.',
    'headline.two-routers': '공유기 두 대에서 {service}용 포트({ports})를 포워딩하거나 한 대만 공유기로 써야 합니다.',
    'headline.console-behind-two': '{service}: 공유기가 두 대인 것으로 보입니다. UPnP로 되지 않으면 한 대만 공유기로 쓰십시오.',
    'headline.console': '{service}에서는 보통 공유기의 UPnP만 켜면 됩니다.',
    'headline.try-first': '{service}: 규칙 없이도 되는 경우가 많습니다. 안 될 때만 포트({ports})를 포워딩하십시오.',
    'headline.relay': '{service}용 포트({ports})를 포워딩하십시오. 중계 서버로 접속할 때만 필요 없습니다.',
    'headline.shared-ports': '{service}: 공인 IP의 포트 가운데 일부만 쓸 수 있는 회선일 수 있습니다.',
    'headline.safer': '{service}: 포트를 여는 것보다 나은 방법이 있습니다.',
    'headline.own-vpn': '{service}: 공유기 자체를 VPN 서버로 쓸 수 있습니다. 아니면 포트({ports})를 포워딩하십시오.',
    'headline.building':
      '{service}: 이 회선에서는 건물 관리자만 외부 접속을 열어 줄 수 있습니다. 요청하거나 다른 방법을 쓰십시오.',
    'headline.careful': '{service}: 포트를 열지 않는 방법이 더 안전합니다. 그래도 열려면 포트({ports})를 포워딩하십시오.',
    'headline.which-port': '{service}: 게임 이름이나 포트 번호를 입력하면 필요한 규칙을 안내합니다.',
    'headline.cannot-work': '이 회선에서는 {service}에 포트포워딩을 사용할 수 없습니다.',
    'headline.own-router': '통신사 장비에 포트포워딩 기능이 없어 {service}에는 내 공유기가 따로 필요합니다.',
    'headline.needs-address':
      '{service}: 이 회선에서는 공인 IP를 따로 받아야 포트포워딩을 쓸 수 있습니다. 요청하거나 다른 방법을 쓰십시오.',
    'headline.carrier':
      '{service}: 공인 IP를 다른 가입자와 나누어 쓰는 회선(CGNAT)이어서, 공유기에 규칙을 추가해도 외부에서 접속할 수 없습니다.',
    'headline.shared':
      '{service}: 공인 IP를 다른 가입자와 나누어 쓰는 회선(CGNAT)으로 보여, 공유기에 규칙을 추가해도 외부에서 접속할 수 없습니다.',
    'headline.outer-alone': '{service}용 포트({ports})는 위쪽 공유기에서만 포워딩하면 됩니다.',
    'field.useCase': '외부에서 접속하려는 게임, 프로그램 또는 서버의 종류입니다.',
    'field.ports': '등록되지 않은 서비스의 포트, 또는 등록된 서비스에 쓰는 다른 포트입니다.',
    'field.ports.protocol': '기본값은 등록된 서비스의 프로토콜이며, 등록되지 않은 서비스는 tcp입니다.',
  },
})
