import { type Journey, SEEN } from './journey.ts'

/** Names as people write them: phrases, near misses, ports in place of names, and words for lines. */
export const NAMES: readonly Journey[] = [
  {
    who: 'types a port in place of a name',
    plan: { useCase: 'tcp 70000 8080' },
    because: 'two numbers are two ports, and one of them cannot be',
    refused: { code: 'invalid-request', field: 'ports.0.port', detail: /65535/ },
  },
  {
    who: 'uses a mobile line that is not named, in Korean',
    seenAt: '223.38.1.1',
    plan: { useCase: '팰월드' },
    because: 'the network is that of a mobile carrier; a guess alone never says that it cannot work',
    expect: { service: 'palworld', required: ['8211/udp'], says: [/CGNAT/] },
  },
]

/** Unusual spellings, and the reader's language. */
export const ODD_SPELLINGS: readonly Journey[] = [
  {
    who: 'swaps two letters of the brand',
    plan: { useCase: 'ssh', routerBrand: 'netgaer', internalIp: '192.168.1.8' },
    because: 'nothing else is near',
    expect: { service: 'ssh', required: ['22/tcp'], router: 'netgear' },
  },
]

/** Services in the words of forums, with the answers that are usual there. */
export const IN_THEIR_WORDS: readonly Journey[] = []

/** Services by the names that people have for them: their ports, what must stay shut, and what takes the place of a rule. */
export const SERVICES: readonly Journey[] = [
  {
    who: 'Stardew Valley with friends, in Korean',
    seenAt: SEEN,
    plan: { useCase: '스타듀밸리', routerBrand: 'iptime', internalIp: '192.168.0.31', routerWanIp: SEEN },
    because: 'an invitation over Steam needs no rule; only joining by address does',
    expect: { service: 'stardew-valley', required: ['24642/udp'], safer: /초대/ },
  },
  {
    who: 'a torrent client behind carrier-grade NAT, in Korean',
    seenAt: SEEN,
    plan: { useCase: '큐빗', routerBrand: 'iptime', internalIp: '192.168.0.31', routerWanIp: '100.72.3.4' },
    because: 'it works without a port; strangers cannot join a private VPN',
    expect: { service: 'bittorrent', nat: 'carrier-grade', safer: /느릴 수 있습니다/ },
  },
]
