import { expect, test } from 'bun:test'
import { Budget } from '../../../../src/net/budget.ts'
import { silent } from '../../../../src/net/libc/verdict.ts'
import { Where } from '../../../../src/net/where/index.ts'
import { mintEndpoint, mintRequester, type RequesterEndpoint } from '../../../../src/policy/target.ts'
import { addressOf } from '../../../support/policy/rules.ts'

const look = (to: RequesterEndpoint, budget = new Budget(null)) =>
  new Where({ signal: AbortSignal.timeout(50), budget }).look({
    to,
    protocol: 'tcp',
    payloads: [],
    plain: Promise.resolve(silent('tcp')),
  })

test('nobody but the requester is looked at', async () => {
  const other = mintEndpoint(addressOf('192.0.2.1'), 443)
  // A seam: as code that was never type-checked would pass it.
  expect(look(other as RequesterEndpoint)).rejects.toThrow('only the requester is looked at so closely')
})

test('nothing is claimed where nothing may be sent', async () => {
  const none = new Budget({ take: () => false, turn: () => false, waitMs: () => 0 })
  expect(await look(mintRequester(addressOf('192.0.2.1'), 443), none)).toBeNull()
})
