import type { Journey } from './journey.ts'

/** Questions asked back, and refusals with the field at fault. */
export const REFUSALS: readonly Journey[] = [
  {
    who: 'mistypes the service',
    plan: { useCase: 'wiregaurd' },
    because: 'two letters swapped',
    takenAsOrAsked: { service: 'wireguard', means: /wireguard/i },
  },
  {
    who: 'a game server of no name, in Korean',
    plan: { useCase: '게임 서버', routerBrand: '모름' },
    because: 'every game has ports of its own: they are asked for, not guessed',
    expect: {
      service: 'game-generic',
      actions: { first: ['name-the-game'], never: ['add-rules'] },
      says: [/게임 이름이나 포트 번호를 입력하면/],
    },
  },
  {
    who: 'sends a password along',
    plan: { useCase: 'plex', routerPassword: 'x' },
    because: 'fields that are not known are refused, this one gladly',
    refused: { code: 'invalid-request', field: 'routerPassword' },
  },
  {
    who: 'types the number of the port where a service is asked for',
    plan: { useCase: 'TCP 25565' },
    because: 'the number says all that a rule needs',
    expect: { service: 'custom' },
  },
  {
    who: 'wants "a VPN", and there are several',
    plan: { useCase: 'VPN' },
    because: 'the usual one is meant, and the answer says which that is',
    expect: { service: 'wireguard', actions: { has: ['set-port'] } },
  },
]
