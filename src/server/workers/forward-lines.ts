const LINE_FEED = 10

/** Forwards the output of a stream in whole lines, so that those of several streams never mix. Adds a line feed at the end if it is missing. */
export async function forwardLines(
  stream: ReadableStream<Uint8Array>,
  write: (lines: Uint8Array) => Promise<void>,
): Promise<void> {
  let rest: Uint8Array[] = []
  for await (const chunk of stream) {
    const end = chunk.lastIndexOf(LINE_FEED) + 1
    if (end > 0) await write(Buffer.concat([...rest, chunk.subarray(0, end)]))
    if (end > 0) rest = []
    if (end < chunk.length) rest.push(chunk.slice(end))
  }
  if (rest.length > 0) await write(Buffer.concat([...rest, Uint8Array.of(LINE_FEED)]))
}
