// One client that sends all it can, until it is killed: many connections, each with many requests at once, and again as soon as they are answered or cut.
// usage: bun flood-job.ts PORT FROM CONNECTIONS PIPELINED eager|slow|deaf|once|endless, the request on standard input
import { connect } from 'node:net'

const [port = '', from = '', connections = '', pipelined = '', manner = 'eager'] = process.argv.slice(2)
const request = await Bun.stdin.text()
const batch = Buffer.from(request.repeat(Number(pipelined)), 'latin1')
/** The body of a request without an end goes on, without another head. */
const further = manner === 'endless' ? Buffer.from(request.split('\r\n\r\n')[1] ?? '', 'latin1') : batch
/** A slow reader takes a little, and pauses. */
const PAUSE_MS = 200
const AGAIN_MS = 50

function keepAsking(): void {
  const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress: from })
  const write = (bytes = further) => {
    if (!socket.destroyed && socket.writableLength === 0) socket.write(bytes)
  }
  const timer = manner === 'once' ? undefined : setInterval(write, AGAIN_MS)
  if (manner === 'endless') socket.on('drain', () => write())
  socket.on('connect', () => {
    write(batch)
    if (manner === 'deaf') socket.pause()
  })
  socket.on('data', () => {
    if (manner !== 'slow') return
    socket.pause()
    setTimeout(() => socket.resume(), PAUSE_MS)
  })
  socket.on('error', () => {})
  socket.on('end', () => socket.destroy())
  socket.on('close', () => {
    clearInterval(timer)
    if (manner !== 'once') setTimeout(keepAsking, AGAIN_MS)
  })
}

for (let opened = 0; opened < Number(connections); opened++) keepAsking()
