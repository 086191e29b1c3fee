import { wayText } from '../../../diagnostics/where/way.text.ts'
import { type Sight, stationsOf } from '../../../diagnostics/where/way.ts'
import type { PortFinding } from './answers.ts'
import { Icon } from './parts.tsx'
import { useSay } from './words.ts'

/** Renders the way of the packets from the internet to a service as boxes, broken where they ended: in a row where there is room. */
export function WherePath(sight: Sight) {
  const say = useSay(wayText)
  return (
    <ol class="path" aria-label={say('title')}>
      {stationsOf(sight, say).map(({ mark, name, seen, address }) => (
        <li key={name} class={`stop step-${mark}`}>
          <span class="tick">
            <Icon name={mark === 'running' ? 'waiting' : mark} />
          </span>
          <div>
            <strong>{name}</strong> {address === undefined ? null : <span class="mono">{address}</span>}
            <span class="small block">{seen}</span>
          </div>
        </li>
      ))}
    </ol>
  )
}

export function PortPicture({ answer }: { answer: PortFinding | null }) {
  if (!answer) return <WherePath ip={null} where={null} now="router" />
  const { status, protocol, port, ...found } = answer
  return <WherePath {...found} isOpen={status === 'open'} called={{ program: `${protocol.toUpperCase()} ${port}` }} />
}
