// The answers of the compiled server, compared with libmaxminddb, the reference reader, on the sources.
import { expect } from 'bun:test'
import { CITY_SOURCES, findAsn, randomBits, readAsnRanges, seededRandom, textOf } from '../support/data/sources.ts'
import { labTest } from '../support/lab.ts'
import { bodyOf, postTool, startServer } from '../support/server.ts'

const NEEDS = { programs: ['mmdblookup'] }
const AT_ONCE = 4

/** Returns the output of mmdblookup for an address, without the blanks and line ends that it breaks records with; '' for no record. */
async function lookup(file: string, ip: string, ...path: string[]): Promise<string> {
  const child = Bun.spawn(['mmdblookup', '--file', file, '--ip', ip, ...path], { stdout: 'pipe', stderr: 'ignore' })
  const text = await new Response(child.stdout).text()
  await child.exited
  return text.replace(/\s*\n\s*/g, '\n').trim()
}

/** `"city": "Seoul" <utf8_string>` and so on, as a record. */
function recordOf(printed: string): Record<string, string | number> {
  const fields = [...printed.matchAll(/^"(\w+)":\s*(?:"(.*)"|(-?[\d.]+)) <(\w+)>$/gm)]
  return Object.fromEntries(fields.map(([, key = '', text, number]) => [key, text ?? Number(number)]))
}

async function inBatches<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of waiting) await work(item)
    }),
  )
}

function randomAddresses(version: 4 | 6, count: number, seed: number): string[] {
  const random = seededRandom(seed)
  const public4 = () => {
    for (;;) {
      const bits = randomBits(random, 32)
      const first = Number(bits >> 24n)
      // 1 to 223 without the blocks that hold addresses which are not public.
      if (first > 0 && first < 224 && ![10, 100, 127, 169, 172, 192, 198, 203].includes(first)) return bits
    }
  }
  const public6 = () => ((0x2400n + (randomBits(random, 11) & 0x7ffn)) << 112n) | randomBits(random, 112)
  return Array.from({ length: count }, () => textOf(version === 4 ? public4() : public6(), version))
}

labTest('the compiled server says of 600 random addresses what the sources say', NEEDS, async () => {
  await using server = await startServer()
  let found = 0
  for (const version of [4, 6] as const) {
    const ranges = readAsnRanges(version)
    await inBatches(randomAddresses(version, 300, version + 100), async (ip) => {
      const answer = await bodyOf(await postTool(server.url, 'ip-location', { ip }))
      const place = recordOf(await lookup(CITY_SOURCES[version], ip))
      const bits =
        version === 4
          ? ip.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n)
          : ip.split(':').reduce((sum, part) => (sum << 16n) | BigInt(`0x${part}`), 0n)
      const network = findAsn(ranges, bits)
      const expected = {
        countryCode: place.country_code || null,
        region: place.state1 || null,
        city: place.city || null,
        asn: network?.asn ?? null,
        organization: network?.organization || null,
      }
      const { countryCode, region, city, asn, organization, coordinates } = answer
      if (!Bun.deepEquals({ countryCode, region, city, asn, organization }, expected))
        throw new Error(`${ip}: ${JSON.stringify(answer)} is not ${JSON.stringify(expected)}`)
      // mmdblookup prints the float32 with six decimals.
      const printed = (degrees: number | undefined) => (degrees === undefined ? null : Math.fround(degrees).toFixed(6))
      const [here, there] = [coordinates ?? {}, { latitude: place.latitude, longitude: place.longitude }].map(
        ({ latitude, longitude }) => [printed(latitude), printed(longitude)],
      )
      if (!Bun.deepEquals(here, there)) throw new Error(`${ip}: ${JSON.stringify(here)} is not ${JSON.stringify(there)}`)
      if (city !== null && asn !== null) found++
    })
  }
  // Enough of them hold something, otherwise the test would show nothing.
  expect(found).toBeGreaterThan(180)
})
