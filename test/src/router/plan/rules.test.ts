import { describe, expect, test } from 'bun:test'
import { embeddedCatalogue } from '../../../../src/router/catalogue/load.ts'
import type { UseCase } from '../../../../src/router/catalogue/schema.ts'
import { checksOf, formRulesOf, protocolOf, rulesOf } from '../../../../src/router/plan/rules.ts'

const { useCases } = embeddedCatalogue()
const [sample] = useCases

type Port = Pick<UseCase['ports'][number], 'external' | 'protocol' | 'required' | 'forward'>

function useCase(id: string, ports: Port[]): UseCase {
  if (!sample) throw new Error('the catalogue is empty')
  const purpose = { en: 'Data', ko: '데이터' }
  const { ruleName: _, ...others } = sample
  const ruleName = id === 'custom' ? 'port' : useCases.find((one) => one.id === id)?.ruleName
  return {
    ...others,
    ...(ruleName && { ruleName }),
    id,
    ports: ports.map((port) => ({ ...port, internal: port.external, purpose })),
  }
}

const tcp = { protocol: 'tcp', required: true, forward: true } as const
const udp = { ...tcp, protocol: 'udp' } as const

describe('rules', () => {
  test('required ports first, none that is not to be forwarded', () => {
    const ports = [
      { ...tcp, external: '443', required: false },
      { ...tcp, external: '22', forward: false },
      { ...udp, external: '500-600' },
    ]
    expect(rulesOf(useCase('vpn', ports), '10.0.0.2')).toEqual([
      {
        name: 'vpn-500',
        externalPort: '500-600',
        internalPort: '500-600',
        protocol: 'udp',
        internalIp: '10.0.0.2',
        required: true,
      },
      { name: 'vpn-443', externalPort: '443', internalPort: '443', protocol: 'tcp', internalIp: '10.0.0.2', required: false },
    ])
    expect(rulesOf(useCase('vpn', ports), null).map(({ internalIp }) => internalIp)).toEqual(['INTERNAL_IP', 'INTERNAL_IP'])
  })

  test.each([
    ['ssh', 1, ['ssh']],
    ['a-name-of-15-ch', 1, ['a-name-of-15-ch']],
    ['dont-starve-together', 1, ['dst']],
    ['ark-survival-ascended', 2, ['asa-1000', 'asa-1001']],
    ['minecraft-java', 2, ['mc-1000', 'mc-1001']],
    ['some-service-of-an-operator', 2, ['some-1000', 'some-1001']],
    ['custom', 1, ['port-1000']],
  ])('the names of %s with %p rules', (id, count, names) => {
    const ports = Array.from({ length: count }, (_, index) => ({ ...tcp, external: String(1000 + index) }))
    expect(rulesOf(useCase(id, ports), null).map(({ name }) => name)).toEqual(names)
  })

  test('a form that takes few letters gets short names that differ', () => {
    const ports = ['7001', '7002', '7003'].flatMap((external) => [
      { ...tcp, external },
      { ...udp, external },
    ])
    for (const nameMax of [4, 8, 11, 15, 32]) {
      const names = rulesOf(useCase('dont-starve-together', ports), null, nameMax).map(({ name }) => name)
      expect([nameMax, new Set(names).size, names.filter((name) => name.length > Math.min(15, nameMax))]).toEqual([
        nameMax,
        6,
        [],
      ])
    }
  })

  test('one rule for both protocols where the form has that choice, unless only one of them is required', () => {
    const sent = (choices: string[] | undefined, ...ports: Port[]) => {
      const brand = choices === undefined ? {} : { protocolChoices: choices }
      return formRulesOf(rulesOf(useCase('minecraft-java', ports), null), brand, useCase('minecraft-java', ports)).map(
        ({ name, protocol }) => `${name} ${protocol}`,
      )
    }
    const both = [
      { ...tcp, external: '25565' },
      { ...udp, external: '25565' },
    ]
    expect(sent(undefined, ...both)).toEqual(['mc-tcp tcp', 'mc-udp udp'])
    expect(sent(['TCP', 'UDP'], ...both)).toEqual(['mc-tcp tcp', 'mc-udp udp'])
    for (const choice of ['TCP/UDP', 'TCP+UDP', 'UDP & TCP', 'Both', '모두']) {
      expect([choice, sent(['TCP', 'UDP', choice], ...both)]).toEqual([choice, ['mc both']])
    }
    const optional = { ...udp, external: '25565', required: false }
    expect(sent(['TCP', 'UDP', 'Both'], { ...tcp, external: '25565' }, optional)).toEqual(['mc-tcp tcp', 'mc-udp udp'])
  })
})

test.each([
  ['tcp', [tcp]],
  [
    'udp',
    [
      { ...udp, forward: false },
      { ...tcp, required: false },
    ],
  ],
  ['both', [udp, tcp]],
  ['both', [udp, tcp].map((port) => ({ ...port, required: false }))],
  ['udp', [{ ...udp, required: false }]],
] as const)('the protocol is that of the required ports, or of all where none is: %s', (protocol, ports) => {
  expect(
    protocolOf(
      useCase(
        'a',
        ports.map((port, index) => ({ ...port, external: `${index + 1}` })),
      ),
    ),
  ).toBe(protocol)
})

test('checks: the first port of each rule that is required, of all where none is', () => {
  const optional = { ...udp, external: '7-9', required: false }
  expect(checksOf(rulesOf(useCase('a', [optional, { ...tcp, external: '80-90' }]), null))).toEqual([
    { port: 80, protocol: 'tcp' },
  ])
  expect(checksOf(rulesOf(useCase('a', [optional]), null))).toEqual([{ port: 7, protocol: 'udp' }])
  expect(checksOf([])).toEqual([])
})
