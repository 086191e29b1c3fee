import { defineText } from '../../contract/text.ts'

/** The lines of `doorstep check`. */
export const checkText = defineText({
  en: {
    settings: 'settings',
    ok: '{what}: ok',
    'ok-named': '{what}: {name} ok',
    'ok-dated': '{what}: {name} ok, {date}',
    'ok-counted': '{what}: {name} ok, {added} added, {replaced} replaced',
    'ok-without-data': '{what}: ok, without data: those in the file are used',
    warning: '{what}: warning: {text}',
    'no-tools': 'the folder has no tools',
    'wrong-answer': '{name}: the answer to {example} does not match its schema: {field}: {rule}',
    'no-answer': '{name}: fails for {example}: {error}',
    untried: '{name}: its answers were not judged, since its field {field} has no examples',
    'not-a-folder': '{flag}: {path} is not a folder',
    'not-a-schema': '--schema: {name} is not one of {names}',
  },
  ko: {
    settings: '설정',
    ok: '{what}: 정상',
    'ok-named': '{what}: {name} 정상',
    'ok-dated': '{what}: {name} 정상, {date}',
    'ok-counted': '{what}: {name} 정상, 추가 {added}개, 교체 {replaced}개',
    'ok-without-data': '{what}: 정상. 데이터가 없으므로 실행 파일에 내장된 데이터를 사용합니다',
    warning: '{what}: 경고: {text}',
    'no-tools': '폴더에 도구가 없습니다',
    'wrong-answer': '{name}: {example} 요청에 대한 응답이 결과 스키마와 다릅니다. {field}: {rule}',
    'no-answer': '{name}: {example} 요청을 처리하다가 오류가 발생했습니다: {error}',
    untried: '{name}: {field} 필드에 예시(examples)가 없어 응답을 확인하지 못했습니다',
    'not-a-folder': '{flag}: {path} - 폴더가 아닙니다',
    'not-a-schema': '--schema: {name} - 다음 중 하나가 아닙니다: {names}',
  },
})
