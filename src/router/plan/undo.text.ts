import { defineText } from '../../contract/text.ts'

export const undoText = defineText({
  en: {
    menu: 'Delete the rules under {menu}, and the reservation if nothing else needs it.',
    router: 'If you ran the {kind} lines on the router, these take them back.',
    device: 'If you ran the {kind} lines on the device, these take them back.',
    pinhole: 'If you ran the {kind} lines for IPv6, these take them back.',
  },
  ko: {
    menu: '{menu} 메뉴에서 규칙을 삭제하고, 더 필요하지 않으면 주소 고정도 해제하십시오.',
    router: '공유기에서 {kind} 명령을 실행했다면 다음 명령으로 되돌립니다.',
    device: '기기에서 {kind} 명령을 실행했다면 다음 명령으로 되돌립니다.',
    pinhole: 'IPv6용 {kind} 명령을 실행했다면 다음 명령으로 되돌립니다.',
  },
})
