/** Plays all the fakes, each at an address of its own, for tests; prints "ready", and then the fake and the action of every request. */
import { createServer, type Socket } from 'node:net'
import { type Fake, HTTP_PORT, honestRouter, type Said, ssdpAnswer, description as usual } from './fake.ts'
import { CASES, STRANGER } from './fakes.ts'

const SSDP_PORT = 1900
const REQUEST = /^(GET|POST) .*\r\n\r\n/s

/** Returns the address of a fake by its place in the list. */
export const addressOf = (at: number): string => `192.168.1.${at + 1}`

async function play(fake: Fake, at: number): Promise<void> {
  const address = addressOf(at)
  const { locations = () => [`http://${address}:${HTTP_PORT}/root.xml`], isImpostor = false, answersTo = '' } = fake
  const answering = isImpostor ? await Bun.udpSocket({ hostname: STRANGER, port: 0 }) : null
  await Bun.udpSocket({
    hostname: address,
    port: SSDP_PORT,
    socket: {
      error: () => {},
      data(socket, datagram, port, from) {
        if (!datagram.toString().includes(`ST: ${answersTo}`)) return
        for (const location of locations(address)) (answering ?? socket).send(ssdpAnswer(location), port, from)
      },
    },
  })
  const router = honestRouter(fake.isLasting)
  createServer((socket) => serve(socket, fake, router)).listen(HTTP_PORT, address)
}

function serve(
  socket: Socket,
  { name, description = usual(), control = {} }: Fake,
  router: ReturnType<typeof honestRouter>,
): void {
  let text = ''
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    text += chunk
    const head = REQUEST.exec(text)?.[0]
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
    if (head === undefined || text.length < head.length + length) return
    const action = /^soapaction: "[^"]*#(\w+)"/im.exec(head)?.[1]
    if (action) console.log(JSON.stringify([name, action]))
    say(socket, action ? (control[action]?.(text) ?? router(action, text)) : description)
    text = ''
  })
}

function say(socket: Socket, said: Said): void {
  if (typeof said === 'string') socket.end(said)
  else said(socket)
}

if (import.meta.main) {
  await Promise.all(CASES.map(play))
  console.log('ready')
}
