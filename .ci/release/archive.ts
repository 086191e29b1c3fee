/** Archives as dpkg reads them, written here and not by tar and ar: equal files give equal bytes on every machine. */

/** A file of an archive; one without content is a folder. */
export interface Entry {
  readonly path: string
  readonly mode: number
  readonly content: Uint8Array | null
}

const BLOCK_BYTES = 512
const PATH_MAX_BYTES = 100

/** Returns a tar archive (POSIX ustar): all files belong to root and have the same time. */
export function tar(entries: readonly Entry[], seconds: number): Buffer<ArrayBuffer> {
  const parts = entries.flatMap(({ path, mode, content }) => [
    tarHead(path, mode, content, seconds),
    ...(content === null ? [] : [content, Buffer.alloc(-content.length & (BLOCK_BYTES - 1))]),
  ])
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK_BYTES)])
}

function tarHead(path: string, mode: number, content: Uint8Array | null, seconds: number): Buffer {
  if (Buffer.byteLength(path) > PATH_MAX_BYTES) throw new Error(`${path} is too long for an archive`)
  const head = Buffer.alloc(BLOCK_BYTES)
  head.write(path, 0)
  head.write(`${octal(mode, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`, 100)
  head.write(`${octal(content?.length ?? 0, 11)}\0${octal(seconds, 11)}\0`, 124)
  // The sum counts its own field as blanks.
  head.write(`${' '.repeat(8)}${content === null ? '5' : '0'}`, 148)
  head.write('ustar\x0000', 257)
  head.write('root', 265)
  head.write('root', 297)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${octal(sum, 6)}\0 `, 148)
  return head
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0')
}

/** Returns an ar archive (the one of deb(5)). */
export function ar(members: readonly { readonly name: string; readonly content: Uint8Array }[], seconds: number): Buffer {
  const parts = members.flatMap(({ name, content }) => [
    Buffer.from(`${name.padEnd(16)}${`${seconds}`.padEnd(12)}0     0     100644  ${`${content.length}`.padEnd(10)}\`\n`),
    content,
    Buffer.alloc(content.length % 2, '\n'),
  ])
  return Buffer.concat([Buffer.from('!<arch>\n'), ...parts])
}
