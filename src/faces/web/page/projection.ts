/** The box of the map, in pixels of its drawing: from 84 degrees north to 58 degrees south, without Antarctica. */
export const MAP = { width: 960, height: 424 } as const
const NORTH_DEGREES = 84
const RADIANS = Math.PI / 180

/** Natural Earth, as Tom Patterson drew it and Bojan Šavrič put it into polynomials; in radians of the equator. */
function naturalEarth(longitude: number, latitude: number): { x: number; y: number } {
  const [lambda, phi] = [longitude * RADIANS, latitude * RADIANS]
  const [two, four] = [phi ** 2, phi ** 4]
  return {
    x: lambda * (0.8707 - 0.131979 * two + four * (-0.013791 + four * (0.003971 * two - 0.001529 * four))),
    y: phi * (1.007226 + two * (0.015085 + four * (-0.044475 + 0.028874 * two - 0.005916 * four))),
  }
}

const SCALE = MAP.width / (2 * naturalEarth(180, 0).x)
const TOP = naturalEarth(0, NORTH_DEGREES).y

/** Returns where a place is on the map, in pixels. */
export function project(longitude: number, latitude: number): { x: number; y: number } {
  const { x, y } = naturalEarth(longitude, latitude)
  return { x: Math.round(MAP.width / 2 + x * SCALE), y: Math.round((TOP - y) * SCALE) }
}
