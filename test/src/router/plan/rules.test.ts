import { describe, expect, test } from 'bun:test'
import { embeddedCatalogue } from '../../../../src/router/catalogue/embedded.ts'
import type { UseCase } from '../../../../src/router/catalogue/schema.ts'
import { checksOf, protocolOf, rulesOf } from '../../../../src/router/plan/rules.ts'

const { useCases } = embeddedCatalogue()
const [sample] = useCases

type Port = Pick<UseCase['ports'][number], 'external' | 'protocol' | 'required' | 'forward'>

function useCase(id: string, ports: Port[]): UseCase {
  if (!sample) throw new Error('the catalogue is empty')
  const purpose = { en: 'Data', ko: '데이터' }
  return { ...sample, id, ports: ports.map((port) => ({ ...port, internal: port.external, purpose })) }
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
        name: 'vpn-1',
        externalPort: '500-600',
        internalPort: '500-600',
        protocol: 'udp',
        internalIp: '10.0.0.2',
        required: true,
      },
      { name: 'vpn-2', externalPort: '443', internalPort: '443', protocol: 'tcp', internalIp: '10.0.0.2', required: false },
    ])
    expect(rulesOf(useCase('vpn', ports), null).map(({ internalIp }) => internalIp)).toEqual(['INTERNAL_IP', 'INTERNAL_IP'])
  })

  test.each([
    ['ssh', 1, ['ssh']],
    ['a-name-of-15-ch', 1, ['a-name-of-15-ch']],
    ['dont-starve-together', 1, ['dont-starve-tog']],
    ['ark-survival-ascended', 2, ['ark-survival-1', 'ark-survival-2']],
    ['minecraft-java', 2, ['minecraft-jav-1', 'minecraft-jav-2']],
    ['minecraft-java', 10, expect.arrayContaining(['minecraft-jav-9', 'minecraft-ja-10'])],
  ])('%s with %p rules is called', (id, count, names) => {
    const ports = Array.from({ length: count }, (_, index) => ({ ...tcp, external: String(1000 + index) }))
    expect(rulesOf(useCase(id, ports), null).map(({ name }) => name)).toEqual(names)
  })

  test('a name that two use cases share stands for the same port, so that no router has both', () => {
    const ports = new Map<string, string>()
    for (const known of useCases) {
      for (const { name, externalPort, protocol } of rulesOf(known, null)) {
        const [first] = externalPort.split('-')
        const port = `${first}/${protocol}`
        expect([known.id, name, ports.get(name) ?? port]).toEqual([known.id, name, port])
        ports.set(name, port)
      }
    }
  })
})

test('the protocol is that of the required ports, or of all where none is required', () => {
  const optional = { required: false }
  const closed = { forward: false }
  expect(protocolOf(useCase('a', [{ ...tcp, external: '1' }]))).toBe('tcp')
  expect(
    protocolOf(
      useCase('a', [
        { ...udp, ...closed, external: '1' },
        { ...tcp, ...optional, external: '2' },
      ]),
    ),
  ).toBe('udp')
  expect(
    protocolOf(
      useCase('a', [
        { ...udp, external: '1' },
        { ...tcp, external: '1' },
      ]),
    ),
  ).toBe('both')
  expect(
    protocolOf(
      useCase('a', [
        { ...udp, ...optional, external: '1' },
        { ...tcp, ...optional, external: '1' },
      ]),
    ),
  ).toBe('both')
  expect(protocolOf(useCase('a', [{ ...udp, ...optional, external: '1' }]))).toBe('udp')
})

test('checks: the first port of each rule that is required, of all where none is', () => {
  const optional = { ...udp, external: '7-9', required: false }
  expect(checksOf(rulesOf(useCase('a', [optional, { ...tcp, external: '80-90' }]), null))).toEqual([
    { port: 80, protocol: 'tcp' },
  ])
  expect(checksOf(rulesOf(useCase('a', [optional]), null))).toEqual([{ port: 7, protocol: 'udp' }])
  expect(checksOf([])).toEqual([])
})
