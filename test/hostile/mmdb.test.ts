// MMDB files of a hostile publisher, wherever one is read: refused with a sentence, in little time and memory, and a running server goes on.
import { afterAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { DataFiles } from '../support/data/files.ts'
import { type Half, list, map, mmdbOf, type Node, pointer, Section, smallMmdb, text } from '../support/data/mmdb.ts'
import { claimedList, claimedMap, claimedText, mmdbWith, mmdbWithField, nested, place } from '../support/hostile/mmdb.ts'
import { labTest, sampled, sampleName, sampleTest } from '../support/lab.ts'
import { measuredLine } from '../support/process/measured.ts'
import { bodyOf, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

/** Starting from source takes up to 150. */
const MEMORY_MAX_MIB = 400
const MANY = 9_000
const MIB = 1024 * 1024

const files = new DataFiles()
afterAll(() => files[Symbol.dispose]())

/** 9,000 values beside each level push what was read before out of any memory of it. */
function forgetful(section: Section): Buffer {
  const beside = Array.from({ length: MANY }, (_, index) => pointer(section.put(text(`${index}`))))
  return nested(section, 14, 2, beside)
}

function repeated(section: Section): Buffer {
  const long = pointer(section.put(text('x'.repeat(MIB / 2))))
  return list(...Array.from({ length: MANY }, () => long))
}

const TOO_MANY = 'has more than 10,000 values'
const TOO_DEEP = 'is nested deeper than 32 levels'
const TOO_LONG = 'has more than 1,048,576 bytes of text'
const OUTSIDE = 'goes on after the end of the file'

/** Each record would read as one of the United States, but for the fault in it. */
const RECORDS: readonly [what: string, file: Buffer, fault: string][] = [
  ['lists in lists by pointers', mmdbWithField((section) => nested(section, 15, 2)), TOO_MANY],
  ['the same, wide', mmdbWithField((section) => nested(section, 3, 1000)), TOO_MANY],
  ['the same, deep', mmdbWithField((section) => nested(section, 40, 1)), TOO_DEEP],
  ['the same, among many others', mmdbWithField(forgetful), TOO_MANY],
  ['a list that claims 16 million entries', mmdbWithField(() => claimedList(16_000_000)), TOO_MANY],
  ['an object that claims as many', mmdbWithField(() => claimedMap(16_000_000)), TOO_MANY],
  ['a text that claims 16 MB', mmdbWithField(() => claimedText(16_000_000)), TOO_LONG],
  ['a text longer than the file', mmdbWithField(() => claimedText(60_000)), OUTSIDE],
  ['a pointer to itself', mmdbWith(() => pointer(0)), TOO_DEEP],
  ['a pointer out of the file', mmdbWith(() => pointer(0xffff_ffff)), OUTSIDE],
  ['one long text again and again', mmdbWithField(repeated), TOO_LONG],
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

/** Returns a tree of 100 levels in which every node has the next as both halves. */
function expanding(): Buffer {
  const section = new Section()
  const placeIn = (code: string) => map({ country: map({ iso_code: text(code) }), city: map({}), location: map({}) })
  const leaves: Node = [{ record: section.put(placeIn('US')) }, { record: section.put(placeIn('KR')) }]
  const levels = Array.from({ length: 99 }, (_, index): Node => [{ node: index + 1 }, { node: index + 1 }])
  return mmdbOf([...levels, leaves], section.bytes)
}

/** Returns a full tree of `2 ** levels` records. */
function full(levels: number, section: Section, recordOf: (index: number) => Buffer): Buffer {
  const records = Array.from({ length: 2 ** levels }, (_, index) => section.put(recordOf(index)))
  const inner = 2 ** levels - 1
  const half = (index: number): Half => (index < inner ? { node: index } : { record: records[index - inner] ?? 0 })
  const nodes = Array.from({ length: inner }, (_, index): Node => [half(2 * index + 1), half(2 * index + 2)])
  return mmdbOf(nodes, section.bytes)
}

function wide(): Buffer {
  const section = new Section()
  const values = pointer(section.put(list(...Array.from({ length: MANY }, () => text('x')))))
  return full(12, section, (index) =>
    map({ country: map({ iso_code: text('US') }), city: map({ names: map({ en: text(`${index}`) }) }), wide: values }),
  )
}

function longNames(): Buffer {
  const section = new Section()
  const fields = ['state1', 'state2', 'city', 'postcode']
  const long = fields.map((name) => [name, pointer(section.put(text('x'.repeat(1024))))])
  return full(15, section, (index) => map({ ...Object.fromEntries(long), timezone: text(`${index}`) }))
}

describe('a file is refused whose records are sound', () => {
  const refuse = async (file: Buffer, why: string, memoryMax = MEMORY_MAX_MIB) => {
    const path = files.file('sound.mmdb', file)
    const { code, err, memoryMiB } = await measuredLine(['data', 'update', '--from', path, '--data-dir', files.dir])
    expect([code, err]).toEqual([1, expect.stringContaining(why)])
    expect(memoryMiB).toBeLessThan(memoryMax)
    return path
  }

  test.each([
    [
      'if its tree expands to more networks than exist',
      expanding,
      'its tree stands for more than 16 networks for each of its nodes',
    ],
    ['if its records are far more than the file', wide, 'its records have more than 8 values for each of its bytes'],
  ] as const)('%s', async (_, file, why) => {
    await refuse(file(), why)
  })

  labTest('if its names are far more than the file', {}, async () => {
    await refuse(longNames(), 'its records have more than 16 characters for each of its bytes', MEMORY_MAX_MIB + 200)
  })

  test('if its tree leads back to its root, or out of the file', async () => {
    const section = new Section()
    const record = section.put(place({}))
    await refuse(mmdbOf([[{ record }, { node: 0 }]], section.bytes), 'is damaged (its tree is deeper than addresses are long)')
    const outside = await refuse(mmdbOf([[{ record: 1_000_000 }, { record: 1_000_000 }]], section.bytes), OUTSIDE)
    expect((await measuredLine(['check', '--city-db', outside])).err).toContain(OUTSIDE)
  })
})

sampleTest('on SIGHUP the server keeps its data, and answers in the meantime', async () => {
  const good = smallMmdb({ '8.8.8.0/24': { country: { iso_code: 'KR' } } })
  for (const [what, bytes] of sampled(2, RECORDS)) {
    const path = files.file('live.mmdb', good)
    await using server = await startServer({ args: ['--city-db', path, '--trusted-proxies', '127.0.0.1'] })
    files.file('live.mmdb', bytes)
    server.kill('SIGHUP')
    await until(() => server.output.join('').includes('not reloaded'))
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
  const nodes = [...bits].map((bit, index): Node => {
    const onward = index === bits.length - 1 ? { record: hostile } : { node: index + 1 }
    return bit === '0' ? [onward, { record: sound }] : [{ record: sound }, onward]
  })
  const path = files.file('hidden.mmdb', mmdbOf(nodes, section.bytes))
  await using server = await startServer({ args: ['--city-db', path, '--trusted-proxies', '127.0.0.1'] })
  const countryOf = async (client: string) =>
    (await bodyOf(await fetch(`${server.url}/api/ip/json`, { headers: { 'x-forwarded-for': client } }))).countryCode
  expect([await countryOf('9.9.9.9'), await countryOf('8.8.8.8')]).toEqual([null, 'US'])
})
