import { expect, test } from 'bun:test'
import { tryAddresses } from '../../../../src/net/tcp/index.ts'
import { endpointOf } from '../../../support/net/probe-job.ts'

const FOUR = ['192.0.2.1', '192.0.2.2', '192.0.2.3']
const SIX = ['2001:db8::1', '2001:db8::2', '2001:db8::3']

/** Returns the addresses that are tried, in order, if none is accepted. */
async function tried(addresses: readonly string[]): Promise<string[]> {
  const attempt = async ({ address }: ReturnType<typeof endpointOf>) => address.text
  const { others } = await tryAddresses(
    addresses.map((text) => endpointOf(text, 80)),
    new AbortController().signal,
    attempt,
    () => false,
  )
  return [...others]
}

test('two of each family are tried, in the order of the name', async () => {
  expect(await tried([])).toEqual([])
  expect(await tried(FOUR)).toEqual(FOUR.slice(0, 2))
  expect(await tried([...FOUR, ...SIX])).toEqual([...FOUR.slice(0, 2), ...SIX.slice(0, 2)])
  const byTurns = SIX.flatMap((six, index) => [six, FOUR[index] ?? ''])
  expect(await tried(byTurns)).toEqual(byTurns.slice(0, 4))
})
