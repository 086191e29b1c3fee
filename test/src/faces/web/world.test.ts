import { expect, test } from 'bun:test'
import { worldSvg } from '../../../../src/faces/web/bundle.ts'
import { MAP, project } from '../../../../src/faces/web/page/world-map.tsx'

const SVG = worldSvg()

/** The corners of every outline, in pixels of the map. */
const OUTLINES = [...SVG.matchAll(/M(\d+ \d+)l([-\d ]+)z/g)].map(([, start = '', lines = '']) => {
  const steps = [start, ...(lines.match(/-?\d+ ?-?\d+/g) ?? [])].map((step) => step.match(/-?\d+/g)?.map(Number) ?? [])
  let [x, y] = [0, 0]
  return steps.map(([dx = 0, dy = 0]) => {
    x += dx
    y += dy
    return { x, y }
  })
})

/** Returns whether a place is on land, by how often a line from it to the right crosses an outline. */
function isLand(longitude: number, latitude: number): boolean {
  const { x, y } = project(longitude, latitude)
  const crossings = OUTLINES.flatMap((corners) =>
    corners.filter((one, index) => {
      const other = corners[(index + 1) % corners.length] ?? one
      return one.y > y !== other.y > y && x < ((other.x - one.x) * (y - one.y)) / (other.y - one.y) + one.x
    }),
  )
  return crossings.length % 2 === 1
}

test.each<[string, boolean, number, number]>([
  ['Seoul', true, 127, 37.3],
  ['Berlin', true, 13.4, 52.5],
  ['Denver', true, -105, 39.7],
  ['Nairobi', true, 36.8, -1.3],
  ['Chukotka', true, -174, 66.5],
  ['Omolon', true, 160, 65],
  ['the Pacific', false, -150, 0],
  ['the Atlantic', false, -35, 30],
  ['the Indian', false, 80, -30],
  ['the Arctic', false, -140, 78],
  ['the date line', false, 180, 45],
])('a place is where the map has it: %s on land is %p', (_, land, longitude, latitude) => {
  expect(isLand(longitude, latitude)).toBe(land)
})

test('the map has the box in which places are', () => {
  expect(SVG).toContain(`viewBox="0 0 ${MAP.width} ${MAP.height}"`)
})
