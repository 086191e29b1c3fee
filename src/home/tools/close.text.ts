import { defineText } from '../../contract/text.ts'

export const closeText = defineText({
  en: {
    title: 'Close a port',
    summary: 'Has the router remove the rules that lead to a port of this computer, by PCP, NAT-PMP and UPnP',
    'use-when': 'A port that was opened by doorstep open, or by a program on this computer, is to be closed.',
    'not-for': 'A rule that leads to another device is removed in the settings of the router.',
    'label.port': 'Port',
    'field.port': 'The port of this computer that the rules lead to.',
    'label.protocol': 'Protocol',
    'field.protocol': 'TCP, UDP or both.',
    'label.externalPort': 'External port',
    'field.externalPort':
      'The port on the internet side of the router. By default, every one that leads to the port of this computer.',
    'headline.closed': 'The router no longer leads {protocol} port {port} to this computer.',
    'headline.asked': 'The router agreed to remove rules for {protocol} port {port}, but does not show whether there were any.',
    'headline.nothing-to-close': 'The router shows no rule for {protocol} port {port} that leads to this computer.',
    'headline.left-alone':
      'The router has a rule for {protocol} port {port} that leads to {by}, not to this port of this computer. It was left alone.',
    'headline.failed': 'The rules for {protocol} port {port} could not all be removed.',
    'headline.nobody': 'No rule for {protocol} port {port} was removed: no router was found that does so when asked.',
    'button.remove-rule': 'Remove the rule',
    'remove-rule': 'If there is a rule for port {port} in the settings of the router, remove it there.',
  },
  ko: {
    title: '포트 닫기',
    summary: '이 컴퓨터의 포트로 가는 규칙을 공유기에서 삭제하도록 PCP, NAT-PMP, UPnP로 요청합니다',
    'use-when': 'doorstep open 명령이나 이 컴퓨터의 프로그램이 연 포트를 닫을 때 사용하십시오.',
    'not-for': '다른 기기로 가는 규칙은 공유기 설정에서 삭제하십시오.',
    'label.port': '포트',
    'field.port': '규칙의 대상인 이 컴퓨터의 포트입니다.',
    'label.protocol': '프로토콜',
    'field.protocol': 'TCP, UDP 또는 둘 다입니다.',
    'label.externalPort': '외부 포트',
    'field.externalPort': '공유기의 인터넷 쪽 포트입니다. 기본값은 이 컴퓨터의 포트로 가는 모든 외부 포트입니다.',
    'headline.closed': '공유기가 {protocol} {port}번 포트를 더 이상 이 컴퓨터로 포워딩하지 않습니다.',
    'headline.asked':
      '공유기가 {protocol} {port}번 포트의 규칙을 삭제하라는 요청을 받아들였지만, 규칙이 있었는지는 알려 주지 않습니다.',
    'headline.nothing-to-close': '공유기가 알려 준 목록에 {protocol} {port}번 포트를 이 컴퓨터로 포워딩하는 규칙이 없습니다.',
    'headline.left-alone':
      '공유기에 {protocol} {port}번 포트의 규칙이 있지만, 이 컴퓨터의 이 포트가 아니라 {by} 주소로 가는 규칙이므로 그대로 두었습니다.',
    'headline.failed': '{protocol} {port}번 포트의 규칙을 모두 삭제하지는 못했습니다.',
    'headline.nobody': '포트를 자동으로 닫아 주는 공유기를 찾지 못해 {protocol} {port}번 포트의 규칙을 삭제하지 못했습니다.',
    'button.remove-rule': '규칙 삭제',
    'remove-rule': '공유기 설정에 {port}번 포트의 규칙이 있으면 삭제하십시오.',
  },
})
