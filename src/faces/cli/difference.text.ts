import { defineText } from '../../contract/text.ts'

export const differenceText = defineText({
  en: {
    'none-answered': 'None of these servers gave an answer.',
    'one-answered': 'Only {name} answered, so there is nothing to compare.',
    'reached-by-all': 'Reached from every server that answered.',
    'reached-by-none': 'Not reached from any server that answered.',
    filtered:
      'Reached from {reached}, not from {missed}: something on the way filters by origin, or the network of {missed} does not let this out.',
    'other-addresses':
      'Reached from {reached}, not from {missed}, but they did not check the same address ({addresses}): the difference may lie there.',
    same: 'The answers agree.',
    different: 'The answers differ.',
    'same-finding': 'The answers agree: "{field}" is {value}.',
    'different-findings': 'The answers differ: "{field}" is {findings}.',
    of: '{value} from {name}',
    unknown: 'unknown',
  },
  ko: {
    'none-answered': '결과를 보낸 서버가 없습니다.',
    'one-answered': '{name} 서버만 응답하여 비교할 수 없습니다.',
    'reached-by-all': '응답한 모든 서버에서 연결됩니다.',
    'reached-by-none': '응답한 서버 중 어느 곳에서도 연결되지 않습니다.',
    filtered:
      '{reached} 서버에서는 연결되고 {missed} 서버에서는 연결되지 않습니다. 경로 중간에서 출발지에 따라 차단하고 있거나, {missed} 서버 쪽 네트워크에서 이런 연결을 막고 있습니다.',
    'other-addresses':
      '{reached} 서버에서는 연결되고 {missed} 서버에서는 연결되지 않습니다. 다만 확인한 주소가 서로 다르므로({addresses}) 그 때문일 수 있습니다.',
    same: '응답한 서버들의 결과가 같습니다.',
    different: '응답한 서버마다 결과가 다릅니다.',
    'same-finding': '응답한 서버들의 결과가 같습니다. "{field}" 값: {value}',
    'different-findings': '응답한 서버마다 결과가 다릅니다. "{field}" 값: {findings}',
    of: '{name}에서 {value}',
    unknown: '알 수 없음',
  },
})
