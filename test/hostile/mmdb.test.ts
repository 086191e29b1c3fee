// MMDB files of a hostile publisher, wherever one is read: refused with a sentence, in little time and memory, and a running server goes on.
import { afterAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { DataFiles } from '../support/data/files.ts'
import { smallMmdb } from '../support/data/mmdb.ts'
import {
  claimedList,
  claimedMap,
  claimedText,
  type Half,
  list,
  map,
  mmdbOf,
  mmdbWith,
  nested,
  place,
  pointer,
  Section,
  text,
} from '../support/hostile/mmdb.ts'
import { labTest, sampled, sampleName, sampleTest } from '../support/lab.ts'
import { measuredLine } from '../support/process/measured.ts'
import { bodyOf, startServer } from '../support/server.ts'

/** Starting from source takes up to 150. */
const MEMORY_MAX_MIB = 400
const MANY = 9_000
const MIB = 1024 * 1024

const files = new DataFiles()
afterAll(() => files[Symbol.dispose]())

/** 9,000 values beside each level push what was read before out of any memory of it. */
function forgetful(section: Section): Buffer {
  const beside = Array.from({ length: MANY }, (_, index) => pointer(section.put(text(`${index}`))))
  return place({ extra: nested(section, 14, 2, beside) })
}

/** Each record would read as one of the United States, but for the fault in it. */
const RECORDS: readonly [what: string, file: Buffer, fault: string][] = [
  ['lists in lists by pointers', mmdbWith((section) => place({ extra: nested(section, 15, 2) })), 'has more than 10,000 values'],
  ['the same, wide', mmdbWith((section) => place({ extra: nested(section, 3, 1000) })), 'has more than 10,000 values'],
  ['the same, deep', mmdbWith((section) => place({ extra: nested(section, 40, 1) })), 'is nested deeper than 32 levels'],
  ['the same, among many others', mmdbWith(forgetful), 'has more than 10,000 values'],
  [
    'a list that claims 16 million entries',
    mmdbWith(() => place({ extra: claimedList(16_000_000) })),
    'has more than 10,000 values',
  ],
  ['an object that claims as many', mmdbWith(() => place({ extra: claimedMap(16_000_000) })), 'has more than 10,000 values'],
  [
    'a text that claims 16 MB',
    mmdbWith(() => place({ extra: claimedText(16_000_000) })),
    'has more than 1,048,576 bytes of text',
  ],
  ['a text longer than the file', mmdbWith(() => place({ extra: claimedText(60_000) })), 'goes on after the end of the file'],
  ['a pointer to itself', mmdbWith(() => pointer(0)), 'is nested deeper than 32 levels'],
  ['a pointer out of the file', mmdbWith(() => pointer(0xffff_ffff)), 'goes on after the end of the file'],
  [
    'one long text again and again',
    mmdbWith((section) => {
      const long = pointer(section.put(text('x'.repeat(MIB / 2))))
      return place({ extra: list(...Array.from({ length: MANY }, () => long)) })
    }),
    'has more than 1,048,576 bytes of text',
  ],
  [
    'a field that is no name',
    mmdbWith(() => map({ ['__proto__']: map({ city: text('x') }) })),
    'has a field whose name is not a name',
  ],
]

describe('a record is refused', () => {
  test.each(sampled(3, RECORDS))(sampleName('%s'), async (what, bytes, fault) => {
    const path = files.file(`${what.replaceAll(' ', '-')}.mmdb`, bytes)
    const name = path.slice(files.folder.length + 1)
    const out = join(files.folder, 'out.bundle')
    const [checked, updated, built] = [
      await measuredLine(['check', '--city-db', path]),
      await measuredLine(['data', 'update', '--from', path, '--data-dir', files.dir]),
      await measuredLine(['data', 'build', '--city', path, '--out', out, '--licence', 'x']),
    ]
    expect([checked.code, checked.err]).toEqual([
      2,
      expect.stringMatching(new RegExp(`^doorstep: --city-db: ${path} is damaged: its record at byte [\\d,]+ ${fault}\n$`)),
    ])
    const damaged = new RegExp(`^doorstep: ${name} is damaged \\(its record at byte [\\d,]+ ${fault}\\)`)
    expect([updated.code, updated.err]).toEqual([1, expect.stringMatching(damaged)])
    expect(built.code).toBeGreaterThan(0)
    expect(built.err).toContain(`${name} is damaged (its record at byte`)
    for (const { memoryMiB } of [checked, updated, built]) expect(memoryMiB).toBeLessThan(MEMORY_MAX_MIB)
  })
})

/** So many records as nodes, one after another in the tree, and at the end of it the last again. */
function chain(count: number, recordOf: (index: number) => number): (readonly [Half, Half])[] {
  return Array.from({ length: count }, (_, index) => {
    const record = recordOf(index)
    return [{ record }, index === count - 1 ? { record } : { node: index + 1 }] as const
  })
}

/** Returns a tree of so many levels in which every node has the next as both halves. */
function doubled(levels: number, records: readonly [number, number]): (readonly [Half, Half])[] {
  return Array.from({ length: levels }, (_, index) =>
    index === levels - 1
      ? ([{ record: records[0] }, { record: records[1] }] as const)
      : ([{ node: index + 1 }, { node: index + 1 }] as const),
  )
}

/** Returns a full tree of `2 ** levels` records. */
function full(levels: number, recordOf: (index: number) => number): (readonly [Half, Half])[] {
  const inner = 2 ** levels - 1
  const half = (index: number): Half => (index < inner ? { node: index } : { record: recordOf(index - inner) })
  return Array.from({ length: inner }, (_, index) => [half(2 * index + 1), half(2 * index + 2)] as const)
}

describe('a file is refused whose records are sound', () => {
  const update = (path: string) => measuredLine(['data', 'update', '--from', path, '--data-dir', files.dir])

  test('if its tree expands to more networks than exist', async () => {
    const section = new Section()
    const records = ['US', 'KR'].map((code) =>
      section.put(map({ country: map({ iso_code: text(code) }), city: map({}), location: map({}) })),
    )
    const path = files.file('tree.mmdb', mmdbOf(doubled(100, [records[0] ?? 0, records[1] ?? 0]), section.bytes))
    const { code, err, memoryMiB } = await update(path)
    expect([code, err]).toEqual([1, expect.stringContaining('its tree stands for more than 16 networks for each of its nodes')])
    expect(memoryMiB).toBeLessThan(MEMORY_MAX_MIB)
  })

  test('if its records are far more than the file', async () => {
    const section = new Section()
    const wide = pointer(section.put(list(...Array.from({ length: MANY }, () => text('x')))))
    const places = Array.from({ length: 2 ** 12 }, (_, index) =>
      section.put(map({ country: map({ iso_code: text('US') }), city: map({ names: map({ en: text(`${index}`) }) }), wide })),
    )
    const path = files.file(
      'wide.mmdb',
      mmdbOf(
        full(12, (index) => places[index] ?? 0),
        section.bytes,
      ),
    )
    const { code, err, memoryMiB } = await update(path)
    expect([code, err]).toEqual([1, expect.stringContaining('its records have more than 8 values for each of its bytes')])
    expect(memoryMiB).toBeLessThan(MEMORY_MAX_MIB)
  })

  labTest('if its names are far more than the file', {}, async () => {
    const section = new Section()
    const long = ['state1', 'state2', 'city', 'postcode'].map(
      (name) => [name, pointer(section.put(text('x'.repeat(1024))))] as const,
    )
    const places = Array.from({ length: 2 ** 15 }, (_, index) =>
      section.put(map({ ...Object.fromEntries(long), timezone: text(`${index}`) })),
    )
    const path = files.file(
      'names.mmdb',
      mmdbOf(
        full(15, (index) => places[index] ?? 0),
        section.bytes,
      ),
    )
    const { code, err, memoryMiB } = await update(path)
    expect([code, err]).toEqual([1, expect.stringContaining('its records have more than 16 characters for each of its bytes')])
    expect(memoryMiB).toBeLessThan(MEMORY_MAX_MIB + 200)
  })

  test('if its tree leads back to its root, or out of the file', async () => {
    const section = new Section()
    const record = section.put(place({}))
    const round = files.file('round.mmdb', mmdbOf([[{ record }, { node: 0 }]], section.bytes))
    expect((await update(round)).err).toContain('round.mmdb is damaged (its tree is deeper than addresses are long)')
    const outside = files.file(
      'outside.mmdb',
      mmdbOf(
        chain(3, () => 1_000_000),
        section.bytes,
      ),
    )
    expect((await update(outside)).err).toContain('goes on after the end of the file')
    expect((await measuredLine(['check', '--city-db', outside])).err).toContain('goes on after the end of the file')
  })
})

sampleTest('on SIGHUP the server keeps its data, and answers in the meantime', async () => {
  const good = smallMmdb({ '8.8.8.0/24': { country: { iso_code: 'KR' } } })
  for (const [what, bytes] of sampled(2, RECORDS)) {
    const path = files.file('live.mmdb', good)
    await using server = await startServer({ args: ['--city-db', path, '--trusted-proxies', '127.0.0.1'] })
    files.file('live.mmdb', bytes)
    server.kill('SIGHUP')
    for (let waited = 0; waited < 10_000 && !server.output.join('').includes('not reloaded'); waited += 50) await Bun.sleep(50)
    expect([what, server.output.join('\n')]).toEqual([what, expect.stringContaining(`${path} is damaged: its record at byte`)])
    const answer = await fetch(`${server.url}/api/ip/json`, { headers: { 'x-forwarded-for': '8.8.8.8' } })
    expect((await bodyOf(answer)).countryCode).toBe('KR')
  }
})

test('a record that only one address has, and no look at the file finds, is as if nothing were known of it', async () => {
  const section = new Section()
  const [sound, hostile] = [section.put(place({})), section.put(place({ extra: claimedList(16_000_000) }))]
  // 9.9.9.9 is 96 zero bits and then its own: at each of these levels, what is beside the way has the sound record.
  const bits = `${'0'.repeat(96)}${[9, 9, 9, 9].map((octet) => octet.toString(2).padStart(8, '0')).join('')}`
  const nodes = [...bits].map((bit, index) => {
    const onward: Half = index === bits.length - 1 ? { record: hostile } : { node: index + 1 }
    const aside: Half = { record: sound }
    return bit === '0' ? ([onward, aside] as const) : ([aside, onward] as const)
  })
  const path = files.file('hidden.mmdb', mmdbOf(nodes, section.bytes))
  await using server = await startServer({ args: ['--city-db', path, '--trusted-proxies', '127.0.0.1'] })
  const countryOf = async (client: string) =>
    (await bodyOf(await fetch(`${server.url}/api/ip/json`, { headers: { 'x-forwarded-for': client } }))).countryCode
  expect([await countryOf('9.9.9.9'), await countryOf('8.8.8.8')]).toEqual([null, 'US'])
})
