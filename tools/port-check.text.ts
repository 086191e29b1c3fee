import { OWN_HEADLINES, PORT_HEADLINES, PROOF_FIELD } from '../src/diagnostics/port/index.ts'
import { defineText, inBoth } from '../src/tool.ts'

const WORDS = inBoth({
  'headline.port': ['{protocol} port {port}', '{protocol} {port}번'],
  'headline.place': ['{protocol} port {port} at {ip}', '{ip} 주소의 {protocol} {port}번 포트'],
  latency: ['Answered after', '응답 시간'],
  players: ['Players', '접속자'],
  version: ['Version', '버전'],
  service: ['Usual for this port', '이 포트를 주로 쓰는 서비스'],
  reason: ['Reason', '원인'],
  'label.port': ['Port', '포트'],
  'field.port': ['The port to check on your own public address.', '내 공인 IP 주소에서 확인할 포트 번호입니다.'],
  'label.protocol': ['Protocol', '프로토콜'],
  'field.protocol': ['Whether to check over TCP or UDP.', '확인에 사용할 프로토콜(TCP 또는 UDP)입니다.'],
  'label.useCase': ['Service', '서비스'],
  'label.explain': ['Find the cause', '원인까지 확인'],
  'result.words': ['In words', '설명'],
  'result.way': ['Way of the packets', '패킷의 경로'],
  'result.meaning': ['What it means', '의미'],
  'result.where': ['Where packets end', '패킷이 멈춘 곳'],
})

export const text = defineText({
  en: {
    ...WORDS.en,
    ...PORT_HEADLINES.en,
    ...OWN_HEADLINES.en,
    ...PROOF_FIELD.en,
    title: 'Check a port',
    summary: "Whether a port on the requester's own public address answers",
    'use-when':
      'You want to test whether a port of your own connection (your public IP address) is open and reachable from the internet, over TCP or UDP.',
    'not-for': "For anybody else's address use public-service-check. If nothing answers, reachability finds the cause.",
    'headline.router-page': '{protocol} port {port} at {ip} leads to a page of the router itself.',
    'headline.proven': 'Proven: {protocol} port {port} at {ip} leads to the program that knows the key.',
    'headline.someone-else': 'Something answers on {protocol} port {port} at {ip}, but it does not know the key.',
    'headline.closed': '{protocol} port {port} at {ip} is closed: the answer was that it cannot be reached.',
    'headline.only-this-port': 'The program at {ip} answers, but nothing came back from {protocol} port {port}.',
    'headline.left-alone': '{protocol} port {port} at {ip} was not checked: it would tell nothing about this service.',
    'field.useCase': 'The program or game behind the port, such as "minecraft".',
    'field.explain': 'Whether to look where the packets end if the port is not open, and to ask which service answers if it is.',
  },
  ko: {
    ...WORDS.ko,
    ...PORT_HEADLINES.ko,
    ...OWN_HEADLINES.ko,
    ...PROOF_FIELD.ko,
    title: '포트 확인',
    summary: '지금 접속한 회선의 공인 IP 주소에서 포트가 열려 있는지 확인합니다',
    'use-when': '내 회선(내 IP 주소)의 포트가 외부에 열려 있는지 테스트하고 싶을 때 사용하십시오.',
    'not-for': '다른 곳은 public-service-check로 확인하십시오. 응답하지 않는 원인은 reachability가 찾아 줍니다.',
    'headline.router-page': '{ip} 주소의 {protocol} {port}번 포트에서 공유기의 관리자 페이지가 응답합니다.',
    'headline.proven': '{ip} 주소의 {protocol} {port}번 포트가 확인 키를 아는 프로그램으로 연결되는 것을 확인했습니다.',
    'headline.someone-else': '{ip} 주소의 {protocol} {port}번 포트에서 응답이 오지만, 확인 키를 아는 프로그램의 응답이 아닙니다.',
    'headline.closed': '{ip} 주소의 {protocol} {port}번 포트에 연결할 수 없다는 응답이 왔습니다.',
    'headline.only-this-port': '{ip} 주소의 프로그램은 응답하지만, {protocol} {port}번 포트에서는 아무 응답이 없습니다.',
    'headline.left-alone':
      '이 서비스의 접속 여부는 포트로 알 수 없으므로 {ip} 주소의 {protocol} {port}번 포트를 확인하지 않았습니다.',
    'field.useCase': '이 포트를 쓰는 프로그램이나 게임입니다(예: 마인크래프트).',
    'field.explain': '열려 있지 않으면 패킷이 멈추는 곳을, 열려 있으면 응답하는 서비스를 함께 확인합니다.',
  },
})
