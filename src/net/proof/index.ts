import type { Socket } from 'node:net'
import { onAbort, withDeadline } from '../../platform/deadline.ts'
import { RequesterEndpoint } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import { connectFirst, isOpened } from '../tcp/connect.ts'
import { Unread } from '../unread.ts'
import { ANSWER_BYTES, isAnswer, newChallenge, type Proof } from './protocol.ts'

export { isAnswer, KEY_PATTERN, newChallenge, newKey, PROOFS, type Proof, readKey } from './protocol.ts'

/** To connect, and to hear the whole answer. */
const TIMEOUT_MS = 4000

/** Proofs that a port of the requester leads to whoever knows a key, for one request. */
export class Proofs {
  constructor(private readonly bounds: Bounds) {}

  /**
   * Asks over TCP, on a connection of its own. A port that takes the connection and does not answer is somebody else's. Null if it could not
   * be asked, or there was no time left for an answer.
   */
  overTcp(to: RequesterEndpoint, key: Uint8Array): Promise<Proof | null> {
    RequesterEndpoint.assert(to)
    const { signal, budget } = this.bounds
    return withDeadline(TIMEOUT_MS, signal, async (cut) => {
      const opened = await connectFirst([to], { signal: cut, budget, explainRefusals: false })
      if (!opened) return null
      if (!isOpened(opened)) return proofOf(opened.failure)
      const challenge = newChallenge()
      const answer = await answerTo(opened.socket, challenge, { signal: cut, budget })
      if (isAnswer(answer, challenge, key, { port: to.port, protocol: 'tcp' })) return 'proven'
      return signal.aborted ? null : 'someone-else'
    })
  }
}

/** Returns the verdict on a connection that failed: one that was taken and reset at once was taken. */
function proofOf({ reason, failedLayer }: { readonly reason: string; readonly failedLayer: string }): Proof | null {
  if (reason === 'connection-reset') return 'someone-else'
  return failedLayer === 'local' ? null : 'no-answer'
}

/** Sends the challenge, and returns what comes back until it is long enough to judge, the connection ends, or the time is up. */
async function answerTo(socket: Socket, challenge: Uint8Array, { signal, budget }: Bounds): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const release = onAbort(signal, resolve)
  const heard = new Unread()
  socket.on('data', (chunk: Buffer) => {
    // One byte more than an answer has is enough to see that it is none.
    heard.add(chunk.subarray(0, ANSWER_BYTES + 1 - heard.length))
    if (budget.takeBytes(chunk.length) && heard.length < ANSWER_BYTES) return
    socket.pause()
    resolve()
  })
  for (const event of ['error', 'end', 'close']) socket.on(event, () => resolve())
  if (socket.destroyed) resolve()
  else if (!signal.aborted) socket.write(challenge)
  try {
    await promise
    return heard.peek()
  } finally {
    release()
    socket.destroy()
  }
}
