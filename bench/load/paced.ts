import { readFileSync } from 'node:fs'

const REQUEST = 'GET /api/ip HTTP/1.1\r\nHost: x\r\n\r\n'
/** Requests leave in bunches, as they come from many clients at once. */
const BUNCH_MS = 2
const HEAD_END = '\r\n\r\n'
/** The unit of the kernel's clock for processes (USER_HZ). */
const TICKS_A_SECOND = 100

/** Clients that together ask a fixed number of times a second, whatever the answers take, over connections that they keep. */
export class PacedLoad {
  answered = 0
  /** Due, but not sent: every connection was still waiting for an answer. */
  late = 0
  private readonly idle: Bun.Socket[] = []
  private readonly sockets: Bun.Socket[] = []
  private timer: Timer | undefined

  private constructor(private readonly rate: number) {}

  static async start(port: number, connections: number, rate: number): Promise<PacedLoad> {
    const load = new PacedLoad(rate)
    for (let count = 0; count < connections; count++) await load.connect(port)
    load.send()
    return load
  }

  end(): void {
    clearInterval(this.timer)
    for (const socket of this.sockets) socket.terminate()
  }

  private async connect(port: number): Promise<void> {
    const socket = await Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: {
        data: (from, bytes) => {
          // The answer is a head and one line, far below the size of a segment.
          if (!bytes.toString('latin1').includes(HEAD_END)) return
          this.answered++
          this.idle.push(from)
        },
        close() {},
        error() {},
      },
    })
    this.sockets.push(socket)
    this.idle.push(socket)
  }

  private send(): void {
    const begun = performance.now()
    let sent = 0
    this.timer = setInterval(() => {
      const due = Math.floor(((performance.now() - begun) * this.rate) / 1000) - sent
      sent += due
      for (let count = 0; count < due; count++) {
        // In turn: each connection asks as often as every other.
        const socket = this.idle.shift()
        if (socket) socket.write(REQUEST)
        else this.late++
      }
    }, BUNCH_MS)
  }
}

/** Returns the processor time that a process has used so far, of the kernel for it as well, in seconds. */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND
}
