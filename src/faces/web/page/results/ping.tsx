import type { Ping, PingReply } from '../answers.ts'
import { useToolWords } from '../words.ts'

/** The box of the plot. */
const [WIDTH, HEIGHT] = [400, 130]
const TOP = 16
const BAR_MAX = 28
/** Replies that a plot has room for from the start, so that it does not move while they come. */
const ROOM = 4

interface Props {
  readonly answer: Ping | null
  readonly events: readonly PingReply[]
}

/** Renders the time of each reply as a bar, as it comes; then what they come to. */
export function PingResult({ answer, events }: Props) {
  const say = useToolWords()
  const replies = answer?.replies ?? events
  const rtt = answer?.rttMs
  return (
    <>
      <Plot replies={replies} />
      <dl class="figures">
        <Figure label={say('ping.sent')} value={answer ? String(answer.packets.sent) : '–'} />
        <Figure label={say('ping.loss')} value={answer ? `${answer.packets.lossPercent} %` : '–'} />
        <Figure label={say('ping.fastest')} value={rtt ? `${shown(rtt.min)} ms` : '–'} />
        <Figure label={say('ping.average')} value={rtt ? `${shown(rtt.avg)} ms` : '–'} />
        <Figure label={say('ping.slowest')} value={rtt ? `${shown(rtt.max)} ms` : '–'} />
      </dl>
    </>
  )
}

/** Returns a time, in fewer digits the longer it is: microseconds do not matter in tens of milliseconds. */
function shown(ms: number): string {
  return ms >= 100 ? ms.toFixed(0) : ms >= 1 ? ms.toFixed(1) : ms.toFixed(2)
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function Plot({ replies }: { replies: readonly PingReply[] }) {
  const say = useToolWords()
  const slowest = Math.max(...replies.map(({ rttMs }) => rttMs ?? 0), 0.001)
  const slot = WIDTH / Math.max(replies.length, ROOM)
  const width = Math.min(BAR_MAX, slot / 2)
  const heard = replies.map(({ seq, rttMs }) => `${seq}: ${rttMs ?? say('ping.lost')}`).join(', ')
  return (
    <svg class="plot" viewBox={`0 0 ${WIDTH} ${HEIGHT + 22}`} role="img" aria-label={`${say('ping.plot')}: ${heard}`}>
      <line class="axis" x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
      {replies.map(({ seq, rttMs }, index) => {
        const middle = slot * (index + 0.5)
        const height = rttMs === null ? 0 : Math.max(2, ((HEIGHT - TOP - 8) * rttMs) / slowest)
        return (
          <g key={seq}>
            <rect class="bar-shape" x={middle - width / 2} y={HEIGHT - height} width={width} height={height} rx="2" />
            <text x={middle} y={rttMs === null ? HEIGHT - 8 : HEIGHT - height - 6} class={rttMs === null ? 'lost' : ''}>
              {rttMs === null ? '×' : shown(rttMs)}
            </text>
            <text class="tick-label" x={middle} y={HEIGHT + 17}>
              {seq}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
