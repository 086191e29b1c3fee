import { defineText } from '../contract/text.ts'

export const pastedText = defineText({
  en: {
    contradicts: 'The field "{field}" says something else than "{from}", which holds {value}. Leave one of them out.',
    unreadable:
      'The field "{field}" holds an address that cannot be read. Write a name, a port, or an address such as http://192.168.0.10:8080/, without a user name.',
    'not-yours':
      '{address} is not your address ({ip}), and only your own connection is checked. Leave the address out, or send the request from there.',
    'host-alone': 'What should answer at {host}? Add its port or the name of the service.',
  },
  ko: {
    contradicts: '"{from}" 필드에 적힌 값({value})이 "{field}" 필드의 값과 다릅니다. 둘 중 하나만 입력하십시오.',
    unreadable:
      '"{field}" 필드의 주소를 해석할 수 없습니다. 서비스 이름이나 포트 번호, 또는 http://192.168.0.10:8080/ 같은 주소를 사용자 이름 없이 입력하십시오.',
    'not-yours':
      '{address} 주소는 지금 접속한 회선의 주소({ip})가 아닙니다. 이 기능은 요청을 보낸 회선만 확인합니다. 주소를 빼거나 그 회선에서 다시 요청하십시오.',
    'host-alone': '{host}에서 어떤 서비스에 접속하려고 하십니까? 포트 번호나 서비스 이름을 함께 입력하십시오.',
  },
})
