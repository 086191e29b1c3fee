import { againstPipeline } from '../../operations/run/limited.ts'
import { type End, FILE_END } from './visit.ts'

/** More than any client sends without waiting for an answer, and few enough to answer in a moment. */
export const PIPELINE_MAX = 100

/**
 * The requests that wait on one connection. The runtime hands over all that it has read of a connection in one turn of the event loop, so
 * requests of one connection in the same turn were sent without waiting for an answer. It has no way to hang up, but an answer with
 * `Connection: close` does, and nothing after that request is read.
 */
export class Pipelines {
  private port = 0
  private address = ''
  private inARow = 0
  private readonly newTurn = () => {
    this.inARow = 0
  }

  /** Returns the place of a request among those that wait on its connection, from 1. Throws a Refusal that hangs up. */
  count({ address, port }: End): number {
    if (port !== this.port || address !== this.address) {
      this.port = port
      this.address = address
      this.inARow = 1
      return 1
    }
    // The connections over a socket file cannot be told apart. They come from a proxy, which waits for each answer.
    if (address === FILE_END.address) return 1
    // No turn has to be awaited if connections alternate, as those of many clients do.
    if (++this.inARow === 2) setImmediate(this.newTurn)
    if (this.inARow > PIPELINE_MAX) throw againstPipeline(PIPELINE_MAX)
    return this.inARow
  }
}
