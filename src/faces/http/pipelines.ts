import { againstPipeline } from '../../run/limited.ts'
import type { End } from './visit.ts'

/** More than any client sends without waiting for an answer, and no more than is answered in a moment. */
export const PIPELINE_MAX = 100

/**
 * The requests that wait on one connection. The runtime hands over everything that it has read of a connection at once, before anybody else
 * has a turn, so requests of the same connection within a turn are those that nobody has had an answer to. It has no way to hang up;
 * an answer with `Connection: close` does, and what comes after that request is not read.
 */
export class Pipelines {
  private port = 0
  private address = ''
  private inARow = 0
  private readonly newTurn = () => {
    this.inARow = 0
  }

  /** The place of a request among those that wait on its connection, the first being 1. Throws a Refusal that hangs up. */
  count({ address, port }: End): number {
    if (port !== this.port || address !== this.address) {
      this.port = port
      this.address = address
      this.inARow = 1
      return 1
    }
    // Nothing is to be waited for where connections take turns, as those of many clients do.
    if (++this.inARow === 2) setImmediate(this.newTurn)
    if (this.inARow > PIPELINE_MAX) throw againstPipeline(PIPELINE_MAX)
    return this.inARow
  }
}
