import { MAP, project } from './projection.ts'

export interface Mark {
  readonly longitude: number
  readonly latitude: number
}

/** The world, with a mark at each place and a line through them in their order. The outlines come from the style. */
export function WorldMap({ label, marks }: { label: string; marks: readonly Mark[] }) {
  const points = marks.map(({ longitude, latitude }) => project(longitude, latitude))
  return (
    <div class="map" role="img" aria-label={label}>
      <div class="land" />
      <svg viewBox={`0 0 ${MAP.width} ${MAP.height}`} aria-hidden="true" focusable="false">
        {points.length > 1 ? <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} /> : null}
        {points.map(({ x, y }) => (
          <g key={`${x},${y}`}>
            <circle class="halo" cx={x} cy={y} r="22" />
            <circle class="mark" cx={x} cy={y} r="7" />
          </g>
        ))}
      </svg>
    </div>
  )
}
