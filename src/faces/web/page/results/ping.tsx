import type { Ping, PingReply } from '../answers.ts'
import { toolText } from '../tool.text.ts'
import { waysText } from '../ways.text.ts'
import { useSay } from '../words.ts'
import { Figures } from './facts.tsx'
import { inMs } from './span.ts'

/** The box of the plot. */
const [WIDTH, HEIGHT] = [400, 130]
const TOP = 16
/** The upper edge of a plot without a bar. */
const FLAT = HEIGHT - 30
const BAR_MAX = 28
/** Replies that a plot has room for from the start, so that it does not move while they come. */
const ROOM = 4

interface Props {
  readonly answer: Ping | null
  readonly events: readonly PingReply[]
}

/** Renders the time of each reply as a bar, as it comes, and a cross for each that is lost; then what they come to. */
export function PingResult({ answer, events }: Props) {
  const say = useSay(toolText)
  const replies = answer?.replies ?? events
  const rtt = answer?.rttMs
  const loss = answer?.packets.lossPercent ?? null
  const time = (ms: number | undefined) => (ms !== undefined ? `${inMs(ms)} ms` : answer ? null : '–')
  return (
    <>
      {answer && replies.length === 0 ? null : <Plot replies={replies} top={answer && !rtt ? FLAT : 0} />}
      <Others replies={replies} />
      <Figures
        facts={[
          [say('ping.sent'), answer ? answer.packets.sent : '–'],
          [say('ping.loss'), loss === null ? '–' : `${loss}%`],
          [say('ping.fastest'), time(rtt?.min)],
          [say('ping.average'), time(rtt?.avg)],
          [say('ping.slowest'), time(rtt?.max)],
        ]}
      />
    </>
  )
}

/** Renders each router that answered in place of the host, with its reason. */
function Others({ replies }: { replies: readonly PingReply[] }) {
  const say = useSay(waysText)
  const others = replies.filter(({ status }) => status === 'unreachable')
  const said = others.map(({ from, reason }) => {
    const router = from ?? say('ping.hidden')
    return reason === null ? say('ping.other', { router }) : say('ping.other-because', { router, reason })
  })
  return [...new Set(said)].map((line) => <p key={line}>{line}</p>)
}

/** Returns the time of a reply; null for a packet that is lost, also where a router said so. */
function timeOf({ status, rttMs }: PingReply): number | null {
  return status === 'reply' ? rttMs : null
}

function Plot({ replies, top }: { replies: readonly PingReply[]; top: number }) {
  const say = useSay(toolText)
  const slowest = Math.max(...replies.map((reply) => timeOf(reply) ?? 0), 0.001)
  const slot = WIDTH / Math.max(replies.length, ROOM)
  const width = Math.min(BAR_MAX, slot / 2)
  const heard = replies.map((reply) => `${reply.seq}: ${timeOf(reply) ?? say('ping.lost')}`).join(', ')
  return (
    <svg class="plot" viewBox={`0 ${top} ${WIDTH} ${HEIGHT + 22 - top}`} role="img" aria-label={`${say('ping.plot')}: ${heard}`}>
      <line class="axis" x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
      {replies.map((reply, index) => {
        const time = timeOf(reply)
        const middle = slot * (index + 0.5)
        const height = time === null ? 0 : Math.max(2, ((HEIGHT - TOP - 8) * time) / slowest)
        return (
          <g key={reply.seq}>
            <rect class="bar-shape" x={middle - width / 2} y={HEIGHT - height} width={width} height={height} rx="2" />
            <text x={middle} y={HEIGHT - height - 6} class={time === null ? 'lost' : ''}>
              {time === null ? '×' : inMs(time)}
            </text>
            <text class="tick-label" x={middle} y={HEIGHT + 17}>
              {reply.seq}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
