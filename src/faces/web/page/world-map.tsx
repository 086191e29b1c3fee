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

export function project(longitude: number, latitude: number): { x: number; y: number } {
  const { x, y } = naturalEarth(longitude, latitude)
  return { x: Math.round(MAP.width / 2 + x * SCALE), y: Math.round((TOP - y) * SCALE) }
}

interface Mark {
  readonly longitude: number
  readonly latitude: number
  /** Text beside the mark. */
  readonly label?: string
}

interface Props {
  readonly label: string
  /** The marks of each way, in their order. */
  readonly ways: readonly (readonly Mark[])[]
  /** Draws the neighbourhood of a single mark, which is known no better than so. */
  readonly aroundKm?: number | undefined
}

/** The scale at which a neighbourhood is drawn; the world has 1. */
const ZOOM = 5
const KM_PER_PIXEL = 40_075 / MAP.width
/** The looks that ways have, of which each is a colour in the style, and the length of a dash: ways on the same line alternate. */
export const WAY_LOOKS = 4
const DASH = 5

/** Renders the world, with a mark at each place and a line through those of each way. The outlines come from the style. */
export function WorldMap({ label, ways, aroundKm }: Props) {
  const drawn = ways.map((marks) => marks.map((mark) => ({ ...project(mark.longitude, mark.latitude), label: mark.label })))
  const [only, ...others] = drawn.flat()
  const zoom = aroundKm !== undefined && others.length === 0 ? ZOOM : 1
  const [width, height] = [MAP.width / zoom, MAP.height / zoom]
  const corner = zoom > 1 && only ? `${only.x - width / 2} ${only.y - height / 2}` : '0 0'
  const dashes = `${DASH} ${DASH * Math.max(1, ways.length - 1)}`
  const halo = aroundKm === undefined ? 22 : aroundKm / KM_PER_PIXEL
  return (
    <div class="map" role="img" aria-label={label}>
      <svg viewBox={`${corner} ${width} ${height}`} aria-hidden="true" focusable="false">
        <foreignObject width={MAP.width} height={MAP.height}>
          <div class="land" />
        </foreignObject>
        {drawn.map((points, way) => (
          <g key={way} class={`way-${way % WAY_LOOKS}`} stroke-dasharray={dashes} stroke-dashoffset={-DASH * way}>
            {points
              .slice(1)
              .flatMap((to, index) =>
                between(points[index] ?? to, to).map((line) => <polyline key={`${index} ${line}`} points={line} />),
              )}
          </g>
        ))}
        {drawn.map((points, way) => (
          <g key={way} class={`way-${way % WAY_LOOKS}`}>
            {points.map((point, index) => (
              <PlaceMark key={`${index} ${point.x},${point.y}`} point={point} halo={halo} zoom={zoom} />
            ))}
          </g>
        ))}
      </svg>
    </div>
  )
}

interface Point {
  readonly x: number
  readonly y: number
  readonly label?: string | undefined
}

function PlaceMark({ point: { x, y, label }, halo, zoom }: { point: Point; halo: number; zoom: number }) {
  return (
    <g>
      <circle class="halo" cx={x} cy={y} r={halo} />
      <circle class="mark" cx={x} cy={y} r={(label === undefined ? 7 : 13) / zoom} />
      {label === undefined ? null : (
        <text x={x} y={y + 5}>
          {label}
        </text>
      )}
    </g>
  )
}

/** Returns the shorter way: a line that crosses an edge of the map comes in again at the other. */
function between(from: Point, to: Point): string[] {
  const way = to.x - from.x
  if (Math.abs(way) <= MAP.width / 2) return [line(from, to)]
  const turn = way > 0 ? -MAP.width : MAP.width
  return [line(from, { x: to.x + turn, y: to.y }), line({ x: from.x - turn, y: from.y }, to)]
}

function line(from: Point, to: Point): string {
  return `${from.x},${from.y} ${to.x},${to.y}`
}
