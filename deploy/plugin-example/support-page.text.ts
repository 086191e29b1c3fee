import { defineText } from 'doorstep'

export const text = defineText({
  en: {
    title: 'Find a support page',
    summary: 'The support page of a router, by its model',
    'label.model': 'Model',
    'field.model': 'The model, as printed on the label.',
    found: 'The support page of {model} is {url}',
    'unknown-model': 'No router is called "{model}".',
  },
  ko: {
    title: '지원 페이지 찾기',
    summary: '공유기 모델에 맞는 고객지원 페이지를 알려 줍니다',
    'label.model': '모델',
    'field.model': '제품 라벨에 인쇄된 모델명입니다.',
    found: '{model} 모델의 고객지원 페이지: {url}',
    'unknown-model': '찾을 수 없는 모델명: {model}.',
  },
})
