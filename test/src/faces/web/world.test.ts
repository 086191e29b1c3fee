import { expect, test } from 'bun:test'
import { brotliCompressSync } from 'node:zlib'
import { worldSvg } from '../../../../src/faces/web/bundle.ts'
import { MAP, project } from '../../../../src/faces/web/page/world-map.tsx'

/** Returns the corners of every outline, in pixels of the map. */
function outlines(): [number, number][][] {
  const [, path = ''] = /<path d="([^"]*)"/.exec(worldSvg()) ?? []
  return path
    .split('z')
    .filter(Boolean)
    .map((outline) => {
      const [x = 0, y = 0, ...steps] = [...outline.matchAll(/-?\d+/g)].map(Number)
      const corners: [number, number][] = [[x, y]]
      for (let index = 0; index < steps.length; index += 2) {
        const [fromX, fromY] = corners.at(-1) ?? [0, 0]
        corners.push([fromX + (steps[index] ?? 0), fromY + (steps[index + 1] ?? 0)])
      }
      return corners
    })
}

/** Returns whether a place is on land, by how often a line from it to the right crosses an outline. */
function isLand(longitude: number, latitude: number): boolean {
  const { x, y } = project(longitude, latitude)
  const crossings = outlines().flatMap((corners) =>
    corners.filter(([x1, y1], index) => {
      const [x2, y2] = corners[(index + 1) % corners.length] ?? [0, 0]
      return y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1
    }),
  )
  return crossings.length % 2 === 1
}

test('cities are on land and oceans are not', () => {
  const cities = {
    Seoul: [127, 37.3],
    Berlin: [13.4, 52.5],
    Denver: [-105, 39.7],
    Nairobi: [36.8, -1.3],
    Chukotka: [-174, 66.5],
    Omolon: [160, 65],
  }
  for (const [name, [longitude = 0, latitude = 0]] of Object.entries(cities))
    expect([name, isLand(longitude, latitude)]).toEqual([name, true])
  const oceans = { Pacific: [-150, 0], Atlantic: [-35, 30], Indian: [80, -30], Arctic: [-140, 78], dateline: [180, 45] }
  for (const [name, [longitude = 0, latitude = 0]] of Object.entries(oceans))
    expect([name, isLand(longitude, latitude)]).toEqual([name, false])
})

test('no line crosses the whole map, where a ring passes the 180th meridian', () => {
  for (const corners of outlines())
    for (const [index, [x]] of corners.entries()) expect(Math.abs(x - (corners[index + 1]?.[0] ?? x))).toBeLessThan(MAP.width / 4)
})

test('it is inside its box, and small', () => {
  for (const [x, y] of outlines().flat()) {
    expect(x).toBeWithin(0, MAP.width + 1)
    expect(y).toBeWithin(0, MAP.height + 1)
  }
  expect(brotliCompressSync(worldSvg()).length).toBeLessThan(8000)
})
