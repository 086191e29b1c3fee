/** Steps that several tools for DNS have. */
export const DNS_STEPS = {
  en: {
    'leads-to-local-name':
      'The DNS of {domain} leads to {target}, a name of a local network that nobody on the internet can resolve, so it was not followed. Replace it with a public name.',
    'budget-exceeded':
      'Looking up {domain} takes more DNS queries than one check may send, so this answer is incomplete. The usual causes are name servers that refer to one another in circles, or a long chain of CNAME records.',
  },
  ko: {
    'leads-to-local-name':
      '{domain} 도메인의 DNS가 내부 네트워크용 이름({target})을 가리킵니다. 인터넷에서는 찾을 수 없어 더 조회하지 않았으므로 인터넷에서 쓰이는 이름으로 바꾸십시오.',
    'budget-exceeded':
      '{domain} 이름을 조회하는 데 필요한 질의 수가 검사 한 번의 한도를 넘어 결과가 완전하지 않습니다. 네임서버끼리 서로 위임하고 있거나 CNAME 레코드가 너무 길게 이어지는 경우가 많습니다.',
  },
} as const
