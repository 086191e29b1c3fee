import { type Journey, SEEN } from './journey.ts'

/** Questions asked back, and refusals with the field at fault. */
export const REFUSALS: readonly Journey[] = [
  {
    who: 'mistypes the service',
    plan: { useCase: 'wiregaurd' },
    because: 'two letters swapped',
    takenAsOrAsked: { service: 'wireguard', means: /wireguard/i },
  },
  {
    who: 'mistypes Minecraft',
    plan: { useCase: 'minecrfat' },
    because: 'two letters swapped',
    takenAsOrAsked: { service: 'minecraft-java', means: /minecraft/i },
  },
  {
    who: 'mistypes in Korean',
    plan: { useCase: '테라리야' },
    because: 'one vowel',
    takenAsOrAsked: { service: 'terraria', means: /terraria|테라리아/i },
  },
  {
    who: 'mistypes, and says more than the name',
    plan: { useCase: 'palwrold server' },
    because: 'server says nothing, and the rest is two letters swapped',
    takenAsOrAsked: { service: 'palworld', means: /palworld/i },
  },
  {
    who: 'a game server of no name, in Korean',
    plan: { useCase: '게임 서버', routerBrand: '모름' },
    because: 'every game has ports of its own: they are asked for, not guessed',
    expect: {
      service: 'game-generic',
      required: [],
      actions: { first: ['name-the-game'], never: ['add-rules'] },
      says: [/게임 이름이나 포트 번호를 입력하면/],
    },
  },
  {
    who: 'a service that is none',
    plan: { useCase: 'qzxvkjw' },
    because: 'ports are not guessed',
    refused: { code: 'unknown-value', field: 'useCase' },
  },
  {
    who: 'a public address as the device',
    plan: { useCase: 'plex', internalIp: '8.8.8.8' },
    because: 'a rule leads into the own network',
    refused: { code: 'invalid-target', field: 'internalIp' },
  },
  {
    who: 'a Tailscale address as the device, in Korean',
    plan: { useCase: '플렉스', internalIp: '100.101.102.103' },
    because: 'that is no address of the local network: no router forwards to it',
    refused: { code: 'invalid-target', field: 'internalIp' },
  },
  {
    who: 'the device itself as the device',
    plan: { useCase: 'plex', internalIp: '127.0.0.1' },
    because: 'loopback is not reachable',
    refused: { code: 'invalid-target', field: 'internalIp' },
  },
  {
    who: 'a device address that is none',
    plan: { useCase: 'plex', internalIp: '192.168.0.300' },
    because: 'octets end at 255',
    refused: { code: 'invalid-target', field: 'internalIp' },
  },
  {
    who: 'an internet address that is none',
    seenAt: SEEN,
    login: { routerBrand: 'asus', routerWanIp: 'dynamic' },
    because: 'no address',
    refused: { code: 'invalid-target', field: 'routerWanIp' },
  },
  {
    who: 'an internet address that is none',
    seenAt: SEEN,
    plan: { useCase: 'plex', routerWanIp: '192.168.0' },
    because: 'no address',
    refused: { code: 'invalid-target', field: 'routerWanIp' },
  },
  {
    who: 'a public gateway',
    login: { gateway: '8.8.8.8' },
    because: 'a gateway at home is private',
    refused: { code: 'invalid-target', field: 'gateway' },
  },
  {
    who: 'a gateway that is a name',
    login: { gateway: 'my router' },
    because: 'an address is asked for',
    refused: { code: 'invalid-target', field: 'gateway' },
  },
  {
    who: 'nothing to plan for',
    plan: { routerBrand: 'iptime' },
    because: 'a plan is for something',
    refused: { code: 'invalid-request', field: 'useCase' },
  },
  {
    who: 'sends a password along',
    login: { routerBrand: 'kt', password: 'x' },
    because: 'as above',
    refused: { code: 'invalid-request', field: 'password' },
  },
  {
    who: 'sends a password along',
    plan: { useCase: 'plex', routerPassword: 'x' },
    because: 'fields that are not known are refused, this one gladly',
    refused: { code: 'invalid-request', field: 'routerPassword' },
  },
  {
    who: 'a port number where a service is asked for',
    plan: { useCase: 25565 },
    because: 'text is asked for',
    refused: { code: 'invalid-request', field: 'useCase' },
  },
  {
    who: 'types the number of the port where a service is asked for',
    plan: { useCase: 'TCP 25565' },
    because: 'the number says all that a rule needs',
    expect: { service: 'custom', required: ['25565/tcp'] },
  },
  {
    who: 'wants "a VPN", and there are several',
    plan: { useCase: 'VPN' },
    because: 'the usual one is meant, and the answer says which that is',
    expect: { service: 'wireguard', actions: { has: ['set-port'] } },
  },
]
