// All the strangers that a server is pointed at, in one process in a namespace: takes a PeerJob as JSON. Over a Unix socket it says that it
// is ready, and sends requests to the server as a client at its address.

import { startDnsPeers } from './dns-peer.ts'
import { startPathPeer } from './path-peer.ts'
import { play, playsSoFar } from './plays.ts'
import { DIVISORS, type Divisor, share } from './shape.ts'
import { startTcpPeers } from './tcp-peer.ts'
import { startWebPeers } from './web-peer.ts'

export interface PeerJob {
  /** The path of the socket on which it listens for its own side. */
  socket: string
  /** The file in which tcpdump records packets in the namespace. */
  capture: string
  certificate: string
  key: string
  /** Its address towards the server. */
  address: string
}

const UDP_FIRST_PORT = 40_000
const DATAGRAMS_MOST = 3000
const DATAGRAM = Buffer.alloc(1200, 'x')

/** Returns a port of the client that answers a datagram with thousands. */
export const floodPort = (divisor: Divisor): number => UDP_FIRST_PORT + divisor

async function startUdpPeer(hostname: string, divisor: Divisor): Promise<void> {
  await Bun.udpSocket({
    hostname,
    port: floodPort(divisor),
    socket: {
      // A client that has heard enough has closed its port, which ICMP tells the next call.
      error: () => {},
      data(socket, _, port, from) {
        play()
        for (let times = 0; times < share(DATAGRAMS_MOST, divisor); times++) {
          try {
            socket.send(DATAGRAM, port, from)
          } catch {}
        }
      },
    },
  })
}

async function work({ socket, capture, certificate, key, address }: PeerJob): Promise<void> {
  await startDnsPeers()
  const tls = { cert: await Bun.file(certificate).text(), key: await Bun.file(key).text() }
  startTcpPeers(tls)
  startWebPeers(tls)
  startPathPeer(capture)
  for (const divisor of DIVISORS) await startUdpPeer(address, divisor)
  Bun.serve({
    unix: socket,
    routes: {
      '/ready': () => new Response(),
      '/plays': () => new Response(String(playsSoFar())),
      '/ask': {
        async POST(request) {
          const { url, body }: { url: string; body: unknown } = JSON.parse(await request.text())
          return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
        },
      },
    },
  })
}

if (import.meta.main) await work(JSON.parse(process.argv[2] ?? ''))
