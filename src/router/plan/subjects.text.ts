import { defineText } from '../../contract/text.ts'

/** The answers to a text that names no service. */
export const subjectsText = defineText({
  en: {
    'unknown-use-case':
      'We don\'t know "{useCase}" yet. Enter the name of the program or game, or enter its port number instead.',
    'name-the-game':
      'Each game has ports of its own. Enter the name of the game (such as Minecraft, Palworld, Valheim, Terraria, Rust, ARK, Factorio, Satisfactory, Project Zomboid or 7 Days to Die), or the port that its server prints when it starts.',
    'nat-type':
      'The NAT type belongs to a console or game: name it, such as "PS5", "Xbox" or "Call of Duty". In most homes, switching on UPnP in the router and restarting the console makes the type open or moderate.',
    'open-all':
      "Don't open all ports, and don't put a device in the DMZ: everything on it could then be attacked from the internet. A program needs a few ports at most. Name it, and the plan says which.",
  },
  ko: {
    'unknown-use-case':
      '"{useCase}"에 해당하는 서비스가 등록되어 있지 않습니다. 프로그램이나 게임 이름을 입력하거나, 이름 대신 포트 번호를 입력하십시오.',
    'name-the-game':
      '게임마다 쓰는 포트가 다릅니다. 게임 이름(마인크래프트, 팰월드, 발헤임, 테라리아, 러스트, 아크, 팩토리오, 새티스팩토리, 프로젝트 좀보이드, 세븐 데이즈 투 다이 등)이나 서버를 켤 때 화면에 나오는 포트 번호를 입력하십시오.',
    'nat-type':
      'NAT 유형은 게임기나 게임에서 쓰는 말입니다. "PS5", "Xbox", "콜 오브 듀티"처럼 게임기나 게임 이름을 입력하십시오. 대부분은 공유기에서 UPnP를 켜고 게임기를 다시 시작하면 개방이나 보통으로 바뀝니다.',
    'open-all':
      '모든 포트를 열거나 기기를 DMZ로 지정하지 마십시오. 그 기기의 모든 서비스가 인터넷에서 공격받을 수 있습니다. 프로그램에 필요한 포트는 몇 개뿐이므로 프로그램이나 게임 이름을 입력하면 필요한 포트를 안내합니다.',
  },
})
