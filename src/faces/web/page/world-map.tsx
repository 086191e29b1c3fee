import { MAP, project } from './projection.ts'

interface Mark {
  readonly longitude: number
  readonly latitude: number
  /** Text beside the mark. */
  readonly label?: string
}

interface Props {
  readonly label: string
  readonly marks: readonly Mark[]
  /** Draws the neighbourhood of a single mark, which is known no better than so. */
  readonly aroundKm?: number | undefined
}

/** The scale at which a neighbourhood is drawn; the world has 1. */
const ZOOM = 5
const KM_PER_PIXEL = 40_075 / MAP.width

/** Renders the world, with a mark at each place and a line through them in their order. The outlines come from the style. */
export function WorldMap({ label, marks, aroundKm }: Props) {
  const points = marks.map((mark) => ({ ...project(mark.longitude, mark.latitude), label: mark.label }))
  const [only] = points
  const zoom = aroundKm !== undefined && points.length === 1 ? ZOOM : 1
  const [width, height] = [MAP.width / zoom, MAP.height / zoom]
  const corner = zoom > 1 && only ? `${only.x - width / 2} ${only.y - height / 2}` : '0 0'
  const halo = aroundKm === undefined ? 22 : aroundKm / KM_PER_PIXEL
  return (
    <div class="map" role="img" aria-label={label}>
      <svg viewBox={`${corner} ${width} ${height}`} aria-hidden="true" focusable="false">
        <foreignObject width={MAP.width} height={MAP.height}>
          <div class="land" />
        </foreignObject>
        {points.slice(1).flatMap((to, index) => {
          const from = points[index] ?? to
          return between(from, to).map((line) => <polyline key={`${index} ${line}`} points={line} />)
        })}
        {points.map(({ x, y, label: text }, index) => (
          <g key={`${index} ${x},${y}`}>
            <circle class="halo" cx={x} cy={y} r={halo} />
            <circle class="mark" cx={x} cy={y} r={(text === undefined ? 7 : 13) / zoom} />
            {text === undefined ? null : (
              <text x={x} y={y + 5}>
                {text}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  )
}

interface Point {
  readonly x: number
  readonly y: number
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
