import { defineText, type Locale } from '../../contract/text.ts'

/** The Korean descriptions of result fields, by the English ones, which stand in the schemas. */
const KOREAN: Readonly<Record<string, string>> = {
  'the finding in one sentence': '결과를 한 문장으로 요약한 것',
  'true: nothing has to be done; false: something has to be changed; null: nothing could be said':
    'true: 조치할 것이 없음. false: 바꿔야 할 것이 있음. null: 확인하지 못함',
  'the cause that explains the rest; null where none is told': '핵심 원인 또는 null',
  'the note that everybody who opens the service should read': '서비스를 여는 사람이 꼭 읽어야 할 주의 사항',
  'whether the path to its rules is known': '규칙을 설정하는 메뉴 경로를 아는지 여부',
  'whether only the address of the device speaks for it': '기기의 내부 주소로 추정한 공유기인지 여부',
  'what else it takes for a rule to have effect': '규칙을 적용하려면 더 해야 하는 일',
  'what was read from what was pasted, and into which field': '붙여 넣은 값에서 읽어 낸 내용과 필드',
  'the name of the step for people': '화면에 표시하는 단계 이름',
  'the tool whose work this is': '이 단계를 수행한 도구',
  'what that tool answers, without next actions': '그 도구의 응답(다음에 할 일 제외)',
  "the requester's own address, then the one that alsoMe proves": '요청을 보낸 주소, 그다음 alsoMe로 증명한 주소',
  'what a client meets that has both families and finds both addresses in DNS; null if that was not seen':
    'IPv4와 IPv6를 모두 쓰는 클라이언트가 DNS에서 두 주소를 모두 찾았을 때 겪는 일. 확인하지 못했으면 null',
  'where packets to the port ended; null if it is open or was not looked at':
    '포트로 보낸 패킷이 멈춘 곳. 포트가 열려 있거나 살펴보지 않았으면 null',
  'whether a control port is forwarded too (an exposed host)': '비교용 포트도 포워딩되는지 여부(DMZ, 슈퍼 DMZ)',
  'hops to the public address': '공인 IP까지의 홉 수',
  'how many translators passed the packet on: a second one is another router, or containers on the device':
    '패킷의 주소를 변환하여 전달한 장비 수. 둘 이상이면 공유기가 하나 더 있거나 기기에서 컨테이너를 쓰는 것',
  'the hop limit from which on the port itself answers': '포트가 직접 응답하기 시작하는 홉 제한 값',
  'the last router that answered, for stopped-before alone; null also for one of the network of this server':
    '마지막으로 응답한 라우터(stopped-before일 때만). 이 서버 쪽 네트워크의 라우터이면 null',
  'the same for people: the way of the packets in a line, what it means, and what answers':
    '같은 결과를 사람이 읽을 수 있게 풀어 쓴 것: 패킷의 경로, 그 의미, 응답한 서비스',
  'whether the port leads to the one who knows the key; null if no key was given, or it could not be asked: then the reason of an open port says why':
    '포트가 확인 키를 아는 프로그램으로 연결되는지 여부. 키를 주지 않았거나 확인하지 못했으면 null(열린 포트에서는 reason에 이유가 있음)',
  'how many were sent to find out': '확인하려고 보낸 패킷 수',
  'where the certificate is that the server does not send': '서버가 보내지 않은 인증서의 주소',
  'whether the file that was asked for is there; null if it was not asked for to the end':
    '요청한 파일이 있는지 여부. 끝까지 확인하지 못했으면 null',
  'what answers, in its own words': '응답한 서비스가 스스로 알린 내용',
  'what the end of the packets means, for people, where that is the cause': '패킷이 멈춘 곳이 원인일 때 그 의미',
  'what others type to connect: the name or address, with the port where it is needed':
    '다른 사람이 접속할 때 입력할 이름이나 주소(필요하면 포트 포함)',
  'the protocol in which it answered, such as "minecraft"; "router-page" is the page of the router itself':
    '응답한 프로토콜(예: minecraft). router-page는 공유기의 관리자 페이지',
  'what else the words may have meant, each to be asked for by itself': '같은 말로 찾을 수 있는 다른 서비스',
  'fields that were left aside because nothing known fits them': '알 수 없는 값이어서 사용하지 않은 필드',
  'the fields whose hints name nothing known': '알 수 없는 값이어서 사용하지 않은 필드',
  'whether only the network of the requester speaks for it': '요청이 온 네트워크로 추정한 통신사인지 여부',
  'How many more there were than are shown': '표시하지 않은 나머지 개수',
  'how many more addresses there were than are shown': '표시하지 않은 나머지 주소 개수',
  'How many names belong to a local network; they are not shown': '내부 네트워크에 속하여 표시하지 않은 이름의 개수',
  'how many more alternative names there were than are shown': '표시하지 않은 나머지 대체 이름 개수',
  'ISO 8601 in UTC; a year before 0 or after 9999 has a sign and six digits':
    'UTC 기준 ISO 8601 형식. 0년 이전이나 9999년 이후는 부호와 여섯 자리로 표시',
  'how many more certificates there were than are shown': '표시하지 않은 나머지 인증서 개수',
  'how many more header lines there were than are shown': '표시하지 않은 나머지 헤더 줄 수',
  'how many more redirects there were than are shown': '표시하지 않은 나머지 리디렉션 개수',
  'the name in ASCII, with its wildcard': '와일드카드(*.)를 포함한 ASCII 형식의 도메인',
  'the address of the name that it is about; null if it is about the name':
    '문제가 있는 도메인의 IP 주소. 도메인 자체의 문제이면 null',
  'the name whose CAA records count': '적용되는 CAA 레코드가 있는 도메인',
  'the authorities that the records name; without any, `caa-forbids` tells nobody from all':
    '레코드에 적힌 인증 기관. 비어 있을 때 caa-forbids 문제가 있으면 모두 금지, 없으면 모두 허용',
  'whether a record names the one account that may order': '발급받을 수 있는 계정이 레코드에 정해져 있는지 여부',
  'whether a critical record has a tag that authorities do not know':
    '인증 기관이 모르는 태그의 필수(critical) 레코드가 있는지 여부',
  'how many more addresses the name has than were asked': '확인하지 않은 나머지 주소 개수',
  'what has to be known before': '실행하기 전에 알아야 할 점',
  'lines of a shell, or of a file of this program': '셸에서 실행할 명령 또는 이 프로그램의 설정 파일에 넣을 내용',
}

const ENGLISH = Object.fromEntries(Object.keys(KOREAN).map((english) => [english, english]))

/** The descriptions of result fields, by the English ones. */
export const descriptionsText = defineText({ en: ENGLISH, ko: KOREAN })

/** Returns the description of a result field in a language; in English where it has no translation, such as that of a plug-in. */
export function descriptionIn(english: string, locale: Locale): string {
  return descriptionsText[locale][english] ?? english
}
