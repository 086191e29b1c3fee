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
