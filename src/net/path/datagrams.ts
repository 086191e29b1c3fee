import { type OpenedProber, openOver, type ProbeContext, type ProbeListener } from './prober.ts'

/** The first port of traceroute: nothing listens on these ports, so a host that is reached answers that its port is unreachable. */
const FIRST_PORT = 33_434
/** As many bytes as traceroute sends. */
const DATA = Buffer.alloc(32, 'doorstep')

/** Opens a prober that sends UDP, with one port per probe. */
export function openDatagrams(context: ProbeContext, listener: ProbeListener): OpenedProber {
  const { address } = context.peer
  return openOver(context, listener, {
    socket: { kind: 'udp', peer: null },
    source: context.engine.sockets.sourceTo({ address, port: FIRST_PORT })?.address ?? null,
    arrival: 'port-unreachable',
    send: (channel, sequence) => channel.send(DATA, { address, port: FIRST_PORT + sequence }),
    answered: ({ from }) => from && from.port - FIRST_PORT,
    quoted: ({ to }) => to && to.port - FIRST_PORT,
  })
}
