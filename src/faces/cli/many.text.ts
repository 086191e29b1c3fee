import { defineText } from '../../contract/text.ts'

export const manyText = defineText({
  en: {
    'no-address': 'There is no IP address in this line. Give each line an address, alone or within other text.',
    'not-with-input': '{flag} does not go with "-": the addresses on standard input are looked up on this machine',
    lines: '{lines} lines',
  },
  ko: {
    'no-address': '이 줄에 IP 주소가 없습니다. 줄마다 IP 주소가 하나씩 있어야 하며, 앞뒤에 다른 글자가 있어도 됩니다.',
    'not-with-input': '"-"와 {flag} 옵션은 함께 쓸 수 없습니다. 표준 입력으로 받은 IP 주소는 이 컴퓨터에서 조회합니다',
    lines: '{lines}줄',
  },
})
