import { expect, test } from 'bun:test'
import { forwardLines } from '../../../../src/server/workers/parent.ts'

async function forwarded(...chunks: string[]): Promise<string[]> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(Buffer.from(chunk))
      controller.close()
    },
  })
  const written: string[] = []
  await forwardLines(stream, async (lines) => void written.push(Buffer.from(lines).toString()))
  return written
}

test('lines leave whole, however they come', async () => {
  expect(await forwarded('one\ntwo\n')).toEqual(['one\ntwo\n'])
  expect(await forwarded('one\ntw', 'o', '\nthree\n')).toEqual(['one\n', 'two\nthree\n'])
  expect(await forwarded('한', '국\n')).toEqual(['한국\n'])
})

test('the last line of a process that was killed is ended', async () => {
  expect(await forwarded('one\ntw')).toEqual(['one\n', 'tw\n'])
  expect(await forwarded()).toEqual([])
})
