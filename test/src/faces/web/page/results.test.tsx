// The places of findings in drawings of results.
import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { blocksOf } from '../../../../../src/faces/text/told.ts'
import type { PortFinding } from '../../../../../src/faces/web/page/answers.ts'
import { Blocks } from '../../../../../src/faces/web/page/blocks.tsx'
import { PortPicture } from '../../../../../src/faces/web/page/results/where.tsx'
import { WorldMap } from '../../../../../src/faces/web/page/world-map.tsx'
import { answerOf, TOOLS } from '../../../../support/page/answers.ts'
import { textOf } from '../../../../support/page/drawn.tsx'
import { whereOf } from '../../../../support/where/situations.ts'

test('a line that is shorter over an edge of the map leaves there and comes in at the other', () => {
  const lines = (...places: (readonly [number, number])[]) => {
    const marks = places.map(([longitude, latitude]) => ({ longitude, latitude }))
    return [...renderToStaticMarkup(<WorldMap label="" ways={[marks]} />).matchAll(/points="([^"]+)"/g)].map(([, points = '']) =>
      points.split(' ').map((point) => Number(point.split(',')[0])),
    )
  }
  expect(lines([127, 37], [139, 35])).toHaveLength(1)
  const [leaving = [], coming = []] = lines([139, 35], [-122, 37])
  expect(leaving.at(-1)).toBeGreaterThan(960)
  expect(coming[0]).toBeLessThan(0)
})

test('ways along the same line alternate, dash by dash', () => {
  const way = [127, 139].map((longitude) => ({ longitude, latitude: 37 }))
  const drawn = renderToStaticMarkup(<WorldMap label="" ways={[way, way, way]} />)
  const dashes = [...drawn.matchAll(/dasharray="([^"]+)" stroke-dashoffset="([^"]+)"/g)].map(([, ...found]) => found)
  expect(dashes).toEqual([
    ['5 10', '0'],
    ['5 10', '-5'],
    ['5 10', '-10'],
  ])
})

test('a port shows its way, what the end of the packets means or who answers, and what is known of the service', () => {
  const shown = (fields: Partial<PortFinding>) => {
    const answer = answerOf('port-check', { ip: '203.0.113.7', port: 443, latencyMs: null, service: null, ...fields })
    const tool = TOOLS.get('port-check')
    const picture = <PortPicture answer={answer} events={[]} request={{}} isRunning={false} />
    const told = <Blocks blocks={tool && blocksOf({ tool }, answer, 'en')} />
    return [picture, told].map((part) => textOf(renderToStaticMarkup(part)).join(' '))
  }
  const where = whereOf('silent-device', 4)
  const words = { way: 'Internet - Device: No answer', meaning: 'The rule is there.', identity: null }
  const silent = shown({ status: 'timeout', where: { ...where, evidence: [] }, words, identity: null, reason: 'no-answer' })
  expect(silent).toEqual([expect.stringMatching(/^Internet .* Device No answer Program/), 'Details The rule is there.'])
  const open = shown({
    ...{ status: 'open', where: null, proof: null, latencyMs: 21.5, service: 'minecraft', reason: null },
    words: { way: null, meaning: null, identity: 'Minecraft answers.' },
    identity: { kind: 'minecraft', name: null, version: '1.21', players: { now: 3, max: 20 } },
  })
  expect(open[0]).toEndWith('Answers')
  expect(open[1]).toBe('Minecraft answers. Answered after 21.5 ms Players 3 / 20 Version 1.21 Usual for this port minecraft')
  const nothing = { way: null, meaning: null, identity: null }
  expect(shown({ status: 'refused', where: null, words: nothing, identity: null, reason: null })[1]).toBe('')
})
