/** The steps where a port lets some places in and keeps others out. */
export const ORIGIN_SENTENCES = {
  en: {
    'find-origin-filter':
      'Look for what keeps {keptOut} out: a block by country or region in the router, a rule in the firewall of the device, a list of allowed addresses in the program.',
    'find-origin-filter.target':
      'If it is yours, look for a block by country or a list of allowed addresses in its router, firewall and program; otherwise ask whoever runs it.',
    'ask-provider.origin':
      'If there is none, ask your provider whether it stops connections from other countries or networks, such as from {keptOut}.',
    'try-from-there':
      'The network of {keptOut} may also be what does not let this out: somebody there on another line can tell by connecting.',
    'protect-service.origin':
      'This should stay shut to everybody, not only to {keptOut}: delete the rule in your router, or close the port in its IPv6 firewall.',
  },
  ko: {
    'find-origin-filter':
      '{keptOut} 쪽의 접속을 막는 설정을 찾으십시오. 공유기의 국가별 차단, 기기의 방화벽 규칙, 프로그램의 허용 IP 목록을 차례로 확인하십시오.',
    'find-origin-filter.target':
      '직접 운영하는 서버라면 공유기, 방화벽, 프로그램에 국가별 차단이나 허용 IP 목록이 있는지 확인하고, 아니면 운영자에게 문의하십시오.',
    'ask-provider.origin':
      '그런 설정이 없으면 {keptOut}처럼 다른 나라나 다른 네트워크에서 오는 접속을 막는지 통신사에 문의하십시오.',
    'try-from-there':
      '{keptOut} 쪽 네트워크가 내보내지 않는 것일 수도 있습니다. 그곳의 다른 회선에서 접속해 보면 알 수 있습니다.',
    'protect-service.origin':
      '이 포트는 {keptOut}뿐 아니라 모든 곳에 닫혀 있어야 합니다. 공유기에서 규칙을 삭제하거나 IPv6 방화벽에서 포트를 닫으십시오.',
  },
} as const
