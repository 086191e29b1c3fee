import { describe, expect, test } from 'bun:test'
import { embeddedCatalogue } from '../../../../src/router/catalogue/load.ts'
import { matchName, withoutCircumstances } from '../../../../src/router/catalogue/match.ts'

const { useCases, brands } = embeddedCatalogue()
const serviceIn = (text: string) => matchName(useCases, text).found?.id ?? null

describe('words about circumstances do not hide a service', () => {
  test.each([
    ['plex remote access', 'plex'],
    ['나스외부접속', 'nas-generic'],
    ['나스 외부에서 접속하기', 'nas-generic'],
    ['시놀로지 나스 외부 접속', 'synology-dsm'],
    ['how to host a terraria server', 'terraria'],
    ['open ports for valheim', 'valheim'],
    ['PS5 NAT type 2', 'playstation'],
    ['xbox moderate nat', 'xbox'],
    ['hikvision dvr', 'hikvision'],
    ['마인크래프트 서버 친구들이랑 하기', 'minecraft-java'],
    ['집에서 와이어가드', 'wireguard'],
    ['SSH from work', 'ssh'],
    ['라즈베리파이 ssh', 'ssh'],
    ['마크서버열기', 'minecraft-java'],
    ['나스 외부에서 접속하는 방법', 'nas-generic'],
    ['스타 리마스터 방만들기', 'starcraft-remastered'],
    ['l2tp vpn', 'ipsec-l2tp'],
    ['home assistant remote', 'home-assistant'],
    ['minecraft modpack server', 'minecraft-java'],
    ['jellyfin on docker', 'jellyfin'],
  ])('%s', (text, id) => expect(serviceIn(text)).toBe(id))

  test.each(['외부 접속', '외부에서', '홈 VPN', 'remote', 'raspberry pi', 'nat type 3', 'my app', '포트 열기 방법'])(
    '%p names no service',
    (text) => expect(serviceIn(text)).toBeNull(),
  )

  test.each(['game server', '게임 서버 열기'])('%p names the kind', (text) => expect(serviceIn(text)).toBe('game-generic'))

  test('a mode of a router is not part of its name', () => {
    expect(matchName(brands, 'iptime 허브모드').found?.id).toBe('iptime')
    expect(matchName(brands, 'asus access point mode').found?.id).toBe('asus')
  })
})

test('a text without such words, or with nothing else, is unchanged', () => {
  for (const text of ['plex', 'rust', '마인크래프트', 'remote access', '외부 접속'])
    expect(withoutCircumstances(text)).toEqual([])
  expect(withoutCircumstances('hikvision nvr remote access')).toEqual(['hikvision nvr', 'hikvision'])
})

test('the worst text takes little time', () => {
  for (const piece of ['nat ', 'nat type ', '외부', '외부에서', 'for my ', 'at the ', '허브 ']) {
    const text = piece.repeat(30).slice(0, 100).trim()
    const started = performance.now()
    for (let turn = 0; turn < 1000; turn++) withoutCircumstances(text)
    expect(performance.now() - started).toBeLessThan(2000)
  }
})
