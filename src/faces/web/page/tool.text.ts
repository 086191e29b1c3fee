import { defineText } from '../../../contract/text.ts'

/** The list of tools, their forms and their results. */
export const toolText = defineText({
  en: {
    'tools.back': 'All tools',
    'form.run': 'Run',
    'form.any': 'Not given',
    'form.add': 'Add a row',
    'form.remove': 'Remove this row',
    'form.loading': 'Loading the form',
    'form.forget': 'Forget what was entered',
    'result.more': 'Details',
    'plan.form': 'Form in the router',
    'plan.not-told': 'the address of your device',
    'plan.menu': 'Menu',
  },
  ko: {
    'tools.back': '전체 기능',
    'form.run': '실행',
    'form.any': '지정 안 함',
    'form.add': '행 추가',
    'form.remove': '이 행 삭제',
    'form.loading': '입력 화면을 불러오고 있습니다',
    'form.forget': '입력한 내용 지우기',
    'result.more': '자세히',
    'plan.form': '공유기 입력 화면',
    'plan.not-told': '기기의 내부 IP 주소',
    'plan.menu': '메뉴',
  },
})
