import { WAN_HINT } from '../src/router/index.ts'
import { defineText, inBoth } from '../src/tool.ts'

const WORDS = inBoth({
  'headline.open': ['{label} should open at {url}.', '{label}의 관리자 페이지는 보통 {url} 주소에서 열립니다.'],
  'headline.app': ['The app "{app}" is the way into this router.', '이 공유기는 "{app}" 앱에서 설정합니다.'],
  'button.read-label': ['Sign in', '로그인'],
  'label.routerBrand': ['Router', '공유기'],
  'field.routerBrand': ['The brand or model of your router.', '공유기의 제조사 또는 모델 이름입니다.'],
  'label.gateway': ['Gateway address', '게이트웨이 주소'],
  'label.platform': ['Your device', '사용 중인 기기'],
  'label.connectionState': ['Internet working?', '인터넷 연결 상태'],
  'label.isp': ['Internet provider', '통신사'],
  'field.isp': ['The company that provides your internet connection.', '인터넷을 제공하는 통신사 이름입니다.'],
})

export const text = defineText({
  en: {
    ...WORDS.en,
    ...WAN_HINT.en,
    title: 'Log in to your router',
    summary: 'How to log in to the router: what to open in which order, what to expect, and what to do if it fails',
    'use-when':
      'Somebody cannot get into the settings of their router, modem or gateway: its login page does not load, or they forgot the address of its admin page (such as 192.168.1.1), its app or the right box.',
    'not-for': 'It never gives passwords. For rules use port-forward-plan.',
    'headline.two': '{label} should open at {url}, and the router in front of it at {other}.',
    'headline.two-perhaps': "{label} should open at {url}, and your provider's box, if it is in front, at {other}.",
    'headline.app-perhaps': 'This router is probably set up in the app "{app}".',
    'headline.find': 'The address of your router is the default gateway of your device.',
    'headline.hotspot': '{gateway} looks like a hotspot, not like a router.',
    'field.gateway': 'The default gateway your device shows. It is on your own network, and this server never contacts it.',
    'field.platform': 'The system you will log in with, such as Windows, Android or iPhone.',
    'field.connectionState': 'Whether the internet works on your device right now.',
  },
  ko: {
    ...WORDS.ko,
    ...WAN_HINT.ko,
    title: '공유기 로그인 안내',
    summary: '공유기에 로그인할 때 무엇을 어떤 순서로 열고, 무엇이 나타나며, 안 되면 어떻게 해야 하는지 알려 줍니다',
    'use-when': '공유기나 모뎀의 관리자 페이지 주소, 설정에 들어가는 방법을 모르거나 로그인 화면이 열리지 않을 때 사용하십시오.',
    'not-for': '비밀번호는 알려 주지 않습니다. 입력할 규칙은 port-forward-plan에서 확인하십시오.',
    'headline.two': '{label}의 관리자 페이지는 {url} 주소에서, 위쪽 공유기는 {other} 주소에서 열립니다.',
    'headline.two-perhaps': '{label}의 관리자 페이지는 {url} 주소에서, 위쪽에 통신사 공유기가 있다면 {other} 주소에서 열립니다.',
    'headline.app-perhaps': '이 공유기는 "{app}" 앱에서 설정하는 것으로 보입니다.',
    'headline.find': '공유기의 주소는 기기에 표시되는 기본 게이트웨이입니다.',
    'headline.hotspot': '{gateway} 주소는 공유기가 아니라 핫스팟의 주소로 보입니다.',
    'field.gateway': '기기에 표시된 기본 게이트웨이 주소입니다. 이 서버는 이 주소에 접속하지 않습니다.',
    'field.platform': 'Windows, 안드로이드, 아이폰처럼 공유기에 접속할 기기의 종류입니다.',
    'field.connectionState': '지금 기기에서 인터넷이 되는지 선택하십시오.',
  },
})
