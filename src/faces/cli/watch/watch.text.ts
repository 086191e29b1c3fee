import { defineText } from '../../../contract/text.ts'

export const watchText = defineText({
  en: {
    started: 'checks every {span}, and prints only what changes; Ctrl-C ends it',
    'not-checked': 'not checked at {at}: {why} (next try in {span})',
    'not-a-span':
      '--watch: {value} is not a length of time between 30s and 24h, such as 10m: each check counts at the server that is asked',
    'needs-watch': '--on-change needs --watch TIME, such as --watch 10m',
    'not-watched': '"{name}" cannot be repeated: --watch works with tools and with home',
    'no-link': '--link does not work with --watch',
    'empty-command': '--on-change needs a command of the shell',
    'command-failed': 'the command of --on-change ended with {code}',
    'command-hung': 'the command of --on-change was ended after {seconds} seconds',
    'no-end': 'no result after {seconds} seconds',
    'no-answer': 'no result (exit status {code})',
  },
  ko: {
    started: '{span}마다 검사하고 달라진 내용만 출력합니다. Ctrl-C를 누르면 끝납니다',
    'not-checked': '{at} 검사하지 못했습니다: {why} ({span} 뒤에 다시 시도)',
    'not-a-span':
      '--watch 옵션에 10m처럼 30s부터 24h까지의 시간을 지정하십시오: {value}. 검사할 때마다 서버의 요청 한도를 사용합니다',
    'needs-watch': '--on-change 옵션은 --watch 10m처럼 --watch 옵션과 함께 지정해야 합니다',
    'not-watched': '"{name}" 명령은 반복할 수 없습니다. --watch 옵션은 도구와 home에서만 쓸 수 있습니다',
    'no-link': '--link 옵션은 --watch 옵션과 함께 쓸 수 없습니다',
    'empty-command': '--on-change 옵션에 셸 명령을 지정하십시오',
    'command-failed': '--on-change로 지정한 명령이 실패했습니다(종료 코드 {code})',
    'command-hung': '--on-change로 지정한 명령이 {seconds}초 안에 끝나지 않아 종료했습니다',
    'no-end': '{seconds}초 안에 결과가 나오지 않았습니다',
    'no-answer': '결과가 없습니다(종료 코드 {code})',
  },
})
