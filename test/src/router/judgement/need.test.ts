import { describe, expect, test } from 'bun:test'
import { openCatalogue } from '../../../../src/router/catalogue/load.ts'
import { dangerOn, needOf } from '../../../../src/router/judgement/need.ts'

const { useCases, portUses } = await openCatalogue(null).read()

function needNamed(id: string) {
  const useCase = useCases.find((one) => one.id === id)
  if (!useCase) throw new Error(`the catalogue has no ${id}`)
  return needOf(useCase)
}

describe('what a service needs', () => {
  for (const [id, need] of Object.entries({
    'league-of-legends': 'none',
    discord: 'none',
    'nintendo-switch': 'console',
    xbox: 'console',
    rdp: 'shut',
    hikvision: 'shut',
    'home-assistant': 'shut',
    jellyfin: 'careful',
    'minecraft-java': 'rule',
    valheim: 'rule',
  }))
    test(`${id}: ${need}`, () => expect(needNamed(id)).toBe(need as ReturnType<typeof needNamed>))
})

describe('a port that should stay closed whatever is behind it', () => {
  for (const port of [23, 445, 1883, 2375, 3389, 5432, 6379, 7547, 8123, 9100])
    test(`${port}/tcp`, () => expect(dangerOn(port, 'tcp', portUses)?.port).toBe(port))
  test('161/udp', () => expect(dangerOn(161, 'udp', portUses)?.port).toBe(161))
  for (const port of [22, 80, 443, 3000, 8000, 8080, 8443, 25_565, 50_000, 50_100, 51_820])
    test(`not ${port}/tcp`, () => expect(dangerOn(port, 'tcp', portUses)).toBeNull())
})
