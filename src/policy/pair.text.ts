import { defineText } from '../contract/text.ts'

export const pairText = defineText({
  en: {
    'pair-foreign':
      'The field "{field}" is not a token that this server made. Get a new one from GET /api/pair of the same server over IPv{other}, and send it unchanged. If several instances answer under one name, their operator has to give them the same --pair-secret.',
    'pair-expired':
      'The token in the field "{field}" has expired: it is valid for five minutes. Get a new one from GET /api/pair over IPv{other}.',
    'pair-own-family':
      'The token in the field "{field}" is for {address}, the same version of IP as the address your request came from ({requester}). Get one from GET /api/pair over IPv{other}.',
    'pair-not-allowed':
      'The token in the field "{field}" is for {address}, which this server may not check. Leave it out, or get one over a connection with a public address.',
    'pair-two-addresses':
      'The token in the field "{field}" is for a different address than the first one. One address of the other version of IP is checked at a time, so leave it out.',
  },
  ko: {
    'pair-foreign':
      '"{field}" 필드의 값이 이 서버에서 만든 토큰이 아닙니다. IPv{other} 연결에서 같은 서버의 GET /api/pair를 요청해 토큰을 새로 받고, 받은 그대로 보내십시오. 같은 이름으로 여러 인스턴스를 실행한다면 운영자가 --pair-secret 옵션에 모두 같은 값을 지정해야 합니다.',
    'pair-expired':
      '"{field}" 필드의 토큰이 만료되었습니다. 토큰은 5분 동안만 쓸 수 있습니다. IPv{other} 연결에서 GET /api/pair를 요청해 새로 받으십시오.',
    'pair-own-family':
      '"{field}" 필드의 토큰은 {address} 주소에 발급된 것으로, 요청을 보낸 주소({requester})와 IP 버전이 같습니다. IPv{other} 연결에서 GET /api/pair를 요청해 받으십시오.',
    'pair-not-allowed':
      '"{field}" 필드의 토큰은 {address} 주소에 발급된 것이며, 이 서버에서는 그 주소를 확인할 수 없습니다. 토큰을 빼고 요청하거나 공인 IP 주소를 쓰는 회선에서 새로 받으십시오.',
    'pair-two-addresses':
      '"{field}" 필드의 토큰이 첫 번째 토큰과 다른 주소에 발급된 것입니다. 다른 IP 버전의 주소는 한 번에 하나만 확인하므로 이 토큰을 빼고 요청하십시오.',
  },
})
