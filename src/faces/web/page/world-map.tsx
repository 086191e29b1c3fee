import { MAP, project } from './projection.ts'

export interface Mark {
  readonly longitude: number
  readonly latitude: number
  /** Text beside the mark. */
  readonly label?: string
}

/** Renders the world, with a mark at each place and a line through them in their order. The outlines come from the style. */
export function WorldMap({ label, marks }: { label: string; marks: readonly Mark[] }) {
  const points = marks.map((mark) => ({ ...project(mark.longitude, mark.latitude), label: mark.label }))
  return (
    <div class="map" role="img" aria-label={label}>
      <div class="land" />
      <svg viewBox={`0 0 ${MAP.width} ${MAP.height}`} aria-hidden="true" focusable="false">
        {points.slice(1).flatMap((to, index) => {
          const from = points[index] ?? to
          return between(from, to).map((line) => <polyline key={`${index} ${line}`} points={line} />)
        })}
        {points.map(({ x, y, label: text }, index) => (
          <g key={`${index} ${x},${y}`}>
            <circle class="halo" cx={x} cy={y} r="22" />
            <circle class="mark" cx={x} cy={y} r={text === undefined ? 7 : 13} />
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
