import { defineText, inBoth } from '../../../contract/text.ts'

/** Forms with their mistakes and refusals, and plans. */
export const formsText = defineText(
  inBoth({
    'form.run': ['Run', '실행'],
    'form.change': ['Change', '수정'],
    'form.any': ['Not given', '지정 안 함'],
    'form.add': ['Add a row', '행 추가'],
    'form.remove': ['Remove this row', '이 행 삭제'],
    'form.loading': ['Loading the form', '입력 화면을 불러오고 있습니다'],
    'result.more': ['Details', '자세히'],
    'plan.form': ['Form in the router', '공유기 입력 화면'],
    'plan.not-told': ['the address of your device', '기기의 내부 IP 주소'],
    'plan.menu': ['Menu', '메뉴'],
    needed: ['needed', '필수'],
    'one-of': ['Fill in one of these: {fields}.', '다음 중 하나를 입력하십시오: {fields}'],
    choose: ['Choose', '선택하십시오'],
    more: ['More options', '추가 항목'],
    example: ['e.g. {value}', '예: {value}'],
    'left-out': [
      'This link names fields that this form does not have. They were left out: {names}',
      '링크에 있지만 이 화면에는 없는 항목이어서 제외했습니다: {names}',
    ],
    missing: ['Fill in "{label}".', '"{label}" 항목을 입력하십시오.'],
    row: ['{label}, row {count}', '{label} {count}번째 행'],
    operator: ['If you run this server', '이 서버의 운영자라면'],
    both: ['TCP and UDP', 'TCP와 UDP'],
    yes: ['Yes', '예'],
    no: ['No', '아니요'],
    unknown: ['Not sure', '모름'],
  }),
)

const WORDS = inBoth({
  title: ['In your router', '공유기 설정하기'],
  'title.other-ways': ['What works instead', '대신 쓸 수 있는 방법'],
  brand: ['Which router do you have?', '사용하는 공유기'],
  'device-wrong': ['Type an IPv4 address, such as 192.168.0.10.', '192.168.0.10처럼 IPv4 주소를 입력하십시오.'],
  wan: ['Does your router show {ip} as its own address?', '공유기에 표시된 인터넷(WAN) 주소가 {ip}입니까?'],
  'wan.yes': ['Yes', '예'],
  'wan.no': ['No, another one', '아니요, 다른 주소입니다'],
  'wan.unknown': ["I don't know", '모르겠습니다'],
  'wan.check': ['Check with this address', '이 주소로 다시 확인'],
  'find.title': ['How do I find it?', '주소를 확인하는 방법'],
  'find.where': ['Look on the device that runs the service:', '서비스를 실행하는 기기에서 확인합니다.'],
  'find.ios': ['Settings > Wi-Fi > (i) next to the network: IP Address', '설정 > Wi-Fi > 연결된 네트워크 옆의 (i): IP 주소'],
  'step.open': ["Open your router's page and log in.", '공유기의 관리자 페이지를 열어 로그인하십시오.'],
  'step.open-app': ['Open the {app} app.', '{app} 앱을 여십시오.'],
  'step.menu': ['Go to this menu.', '다음 메뉴로 들어가십시오.'],
  'step.menu-general': ['Look for a menu like this one.', '다음과 비슷한 이름의 메뉴를 찾으십시오.'],
  'step.one-rule': ['Add this rule.', '다음 규칙을 추가하십시오.'],
  'step.rules': ['Add these rules, one after the other.', '다음 규칙을 하나씩 추가하십시오.'],
  'step.save': ['Save.', '저장하십시오.'],
  'step.again': ['Save, then check again.', '저장한 다음 다시 확인하십시오.'],
  'menu.other': ['The menu looks different?', '메뉴가 다르게 보이면'],
  'open.how': ['How do I log in?', '로그인 방법 보기'],
  'pinhole.address': ['IPv6 address of the device', '기기의 IPv6 주소'],
  'pinhole.port': ['Port', '포트'],
  'pinhole.protocol': ['Protocol', '프로토콜'],
  optional: ['Optional rules ({count})', '추가하지 않아도 되는 규칙({count}개)'],
  refuses: ['The router does not accept it?', '공유기에 저장되지 않으면'],
})

/** The card of the visitor's router, and the ways into it. */
export const routerText = defineText({
  en: {
    ...WORDS.en,
    unlisted: '“{name}” is not in the list, so these steps are general.',
    'wan.where':
      'Log in to the router and look at its status page, under Internet or WAN. Without the answer, we assume that it does.',
    'find.windows':
      'Settings > Network & internet > Advanced network settings > Hardware and connection properties: IPv4 address',
    'find.macos': 'System Settings > Network > Wi-Fi or Ethernet > Details > TCP/IP: IP address',
    'find.linux': 'type `ip -4 addr` in a terminal: the number after inet that is not 127.0.0.1',
    'find.android': 'Settings > Network & internet (or Connections) > Wi-Fi > gear of the network: IP address',
    'find.chromeos': 'Settings > Network > Wi-Fi > your network > Network: IP address',
    'step.no-url':
      'Type the address of the device above, and the button that opens the router appears here. The address is often on the label of the router, too.',
    'step.guess': 'It does not open? The network settings of your device show the address of the router as gateway or router.',
    'step.back': 'It opens in a new tab. Come back here for the next steps.',
    'step.menu-ipv6': 'Look for IPv6 firewall, IPv6 exceptions or pinholes. Not every router has such a menu.',
    'step.pinhole': 'Allow this in the IPv6 firewall. Nothing is forwarded over IPv6.',
    'pinhole.other':
      'This is the address of the device that you are using now. Does the service run on another one? Then enter the IPv6 address of that one, not a temporary one.',
  },
  ko: {
    ...WORDS.ko,
    unlisted: '"{name}" 제품은 아직 등록되어 있지 않아 일반적인 방법으로 안내합니다.',
    'wan.where': '공유기에 로그인하여 상태 화면의 인터넷(WAN) 정보를 확인하십시오. 답하지 않으면 같은 주소라고 보고 안내합니다.',
    'find.windows': '설정 > 네트워크 및 인터넷 > 고급 네트워크 설정 > 하드웨어 및 연결 속성: IPv4 주소',
    'find.macos': '시스템 설정 > 네트워크 > Wi-Fi 또는 이더넷 > 세부사항 > TCP/IP: IP 주소',
    'find.linux': '터미널에 `ip -4 addr` 입력: inet 뒤의 주소 중 127.0.0.1이 아닌 것',
    'find.android': '설정 > 연결(또는 네트워크 및 인터넷) > Wi-Fi > 연결된 네트워크의 톱니바퀴: IP 주소',
    'find.chromeos': '설정 > 네트워크 > Wi-Fi > 연결된 네트워크 > 네트워크: IP 주소',
    'step.no-url':
      '위에 기기의 내부 IP 주소를 입력하면 공유기를 여는 버튼이 여기에 나타납니다. 공유기 라벨에 접속 주소가 적혀 있는 경우도 많습니다.',
    'step.guess': '열리지 않으면 기기의 네트워크 설정에서 게이트웨이(라우터) 주소를 확인하여 그 주소를 여십시오.',
    'step.back': '새 탭에서 열립니다. 다음 단계는 이 페이지로 돌아와서 확인하십시오.',
    'step.menu-ipv6': 'IPv6 방화벽이나 IPv6 예외(핀홀) 메뉴를 찾으십시오. 이 기능이 없는 공유기도 있습니다.',
    'step.pinhole': 'IPv6 방화벽에서 다음을 허용하십시오. IPv6에는 포트포워딩이 없습니다.',
    'pinhole.other':
      '지금 사용 중인 기기의 주소입니다. 서비스를 다른 기기에서 실행한다면 그 기기의 IPv6 주소를 입력하십시오. 임시 주소는 쓰지 마십시오.',
  },
})
