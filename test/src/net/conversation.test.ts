import { expect, test } from 'bun:test'
import { Unread } from '../../../src/net/conversation.ts'
import { seededRandom } from '../../support/data/sources.ts'

test('bytes are taken in their order, whatever the pieces, and those handed out do not change', () => {
  const random = seededRandom(1)
  const below = (limit: number) => Math.floor(random() * limit)
  for (let round = 0; round < 50; round++) {
    const unread = new Unread()
    const sent: Buffer[] = []
    const taken: { view: Buffer; copy: Buffer }[] = []
    const take = (count: number) => {
      const view = unread.take(count)
      taken.push({ view, copy: Buffer.from(view) })
    }
    for (let step = 0; step < 200; step++) {
      const chunk = Buffer.from(Array.from({ length: below(40) }, () => below(256)))
      sent.push(Buffer.from(chunk))
      unread.add(chunk)
      if (below(3) === 0) take(below(60))
    }
    expect(unread.peek()).toHaveLength(unread.length)
    take(unread.length)
    expect([unread.length, Buffer.concat(taken.map(({ copy }) => copy))]).toEqual([0, Buffer.concat(sent)])
    for (const { view, copy } of taken) expect(view).toEqual(copy)
  }
})
