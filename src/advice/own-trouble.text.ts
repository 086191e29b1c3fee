/** The steps where this server could not check; the texts of tools have them beside their own. */
export const OWN_TROUBLE = {
  en: {
    'wait-for-target':
      'Many requests check {address} at the moment, and this server contacts no address more than 20 times a second. Try again in a few seconds.',
    'try-again':
      'This server could not check ({reason}). Try again in a minute; if it keeps failing, tell whoever runs it: doorstep doctor shows the cause.',
  },
  ko: {
    'wait-for-target':
      '지금 {address} 주소에 대한 확인 요청이 많습니다. 이 서버는 한 주소에 1초에 20번까지만 접속하므로 몇 초 뒤에 다시 시도하십시오.',
    'try-again':
      '이 서버에서 확인하지 못했습니다({reason}). 1분 뒤에 다시 시도하고, 계속되면 서버 관리자에게 알리십시오: doorstep doctor 명령으로 원인을 확인할 수 있습니다.',
  },
} as const
