import { resolve } from 'node:path'
import { parseAddress } from '../policy/address.ts'
import { Misfit } from './config-error.ts'

const FILE_PREFIX = 'unix:'
/** The kernel takes 107 bytes; the file is made under a longer name (`src/net/libc/held.ts`). */
const FILE_MAX_BYTES = 99

/** Returns an address or `localhost`, or `unix:` with the whole path of a socket file. */
export function parseHost(text: string): string {
  if (text === 'localhost') return text
  if (text.startsWith(FILE_PREFIX)) return FILE_PREFIX + parseSocketFile(text.slice(FILE_PREFIX.length))
  const address = parseAddress(text)
  if (!address)
    throw new Misfit(
      'is not an IP address to listen on (or localhost, or unix:/path/of/a/file)',
      '수신할 IP 주소(또는 localhost, unix:/파일/경로)가 아닙니다',
    )
  return address.text
}

function parseSocketFile(text: string): string {
  if (process.platform !== 'linux')
    throw new Misfit(
      'needs Linux: elsewhere, only addresses can be listened on',
      'Linux에서만 쓸 수 있습니다. 다른 운영체제에서는 주소를 지정하십시오',
    )
  if (text === '' || text.startsWith('@') || text.includes('\0') || text.endsWith('/'))
    throw new Misfit(
      'does not name a file (for example unix:/run/doorstep.sock)',
      'unix:/run/doorstep.sock과 같은 파일 경로가 아닙니다',
    )
  const path = resolve(text)
  if (Buffer.byteLength(path) > FILE_MAX_BYTES)
    throw new Misfit(
      `is too long: a socket file may have a path of ${FILE_MAX_BYTES} bytes`,
      `너무 깁니다. 소켓 파일의 경로는 ${FILE_MAX_BYTES}바이트까지입니다`,
    )
  return path
}

/** Returns the path of the socket file that a host names; null for an address. */
export function socketFileOf(host: string): string | null {
  return host.startsWith(FILE_PREFIX) ? host.slice(FILE_PREFIX.length) : null
}
