import { defineText } from '../text.ts'

export const validateText = defineText({
  en: {
    'not-an-object': 'The body must be a JSON object.',
    'unknown-field': 'The field "{field}" is not known here. Check its spelling or leave it out.',
    'missing-field': 'The field "{field}" is missing.',
    'not-one-of': 'The field "{field}" must be one of: {words}.',
    'not-in-range': 'The field "{field}" must be a whole number from {minimum} to {maximum}.',
    'too-long': 'The field "{field}" may have {maximum} characters at most.',
    'wrong-type': 'The field "{field}" must be {type}.',
    string: 'text in double quotes',
    integer: 'a whole number without quotes',
    number: 'a number without quotes',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
  },
  ko: {
    'not-an-object': '본문은 JSON 객체여야 합니다.',
    'unknown-field': '"{field}" 필드는 지원하지 않습니다. 철자를 확인하거나 이 필드를 빼고 다시 보내십시오.',
    'missing-field': '"{field}" 필드가 빠졌습니다.',
    'not-one-of': '"{field}" 필드에 쓸 수 있는 값: {words}.',
    'not-in-range': '"{field}" 필드는 {minimum}부터 {maximum}까지의 정수여야 합니다.',
    'too-long': '"{field}" 필드는 최대 {maximum}자까지 입력할 수 있습니다.',
    'wrong-type': '"{field}" 필드의 형식이 올바르지 않습니다. 필요한 형식: {type}.',
    string: '큰따옴표로 묶은 문자열',
    integer: '따옴표 없는 정수',
    number: '따옴표 없는 숫자',
    boolean: 'true 또는 false',
    array: '목록',
    object: '객체',
  },
})
