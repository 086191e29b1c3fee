import { expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sharedServer } from '../../../support/shared.ts'

const server = await sharedServer()

const get = (path: string, encoding: string) =>
  fetch(`${server.url}${path}`, { headers: { 'accept-encoding': encoding }, decompress: false })

test.each(['/api/tools', '/api/catalog', '/api/tools?format=text'])('%s is compressed for those who accept it', async (path) => {
  const plain = await get(path, 'identity')
  const text = await plain.text()
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(plain.headers.get('vary')).toBe('Accept, Accept-Language, Accept-Encoding')
  // Twice: the second answer is the one that was kept.
  for (const [accepted, used] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['zstd', null],
  ] as const) {
    const answer = await get(path, accepted)
    expect([accepted, answer.headers.get('content-encoding')]).toEqual([accepted, used])
    const bytes = Buffer.from(await answer.arrayBuffer())
    const unpacked = used === 'br' ? brotliDecompressSync(bytes) : used === 'gzip' ? gunzipSync(bytes) : bytes
    expect(unpacked.toString()).toBe(text)
    expect(answer.headers.get('content-type')).toBe(plain.headers.get('content-type'))
  }
})

test('the answers of tools and short answers are sent as they are', async () => {
  expect((await get('/api/ip', 'br')).headers.get('content-encoding')).toBeNull()
  expect((await get('/healthz', 'br')).headers.get('content-encoding')).toBeNull()
})
