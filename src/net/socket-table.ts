import { type Address, addressOfBytes, unmapped } from '../policy/address.ts'

/** A socket of this machine, as Linux lists it in /proc/net/tcp and its like. */
interface ListedSocket {
  readonly own: Address
  readonly other: Address
  readonly inode: string
}

/** Returns the sockets at a port of this machine that are in a state (include/net/tcp_states.h, two hexadecimal digits). */
export function socketsIn(table: string, port: number, state: string): ListedSocket[] {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return table.split('\n').flatMap((line) => {
    if (!line.includes(`${wanted} `)) return []
    const [, local = '', remote = '', found, , , , , , inode = ''] = line.trim().split(/\s+/)
    if (!local.endsWith(wanted) || found !== state) return []
    const [own, other] = [addressIn(local), addressIn(remote)]
    return own && other ? [{ own, other, inode }] : []
  })
}

/** Reads an address as the kernel prints it before the port: words of 32 bits as numbers of this machine, which are little-endian on all that this runs on. */
function addressIn(text: string): Address | null {
  const words = text.split(':')[0]?.match(/.{8}/g) ?? []
  const address = addressOfBytes(Buffer.concat(words.map((word) => Buffer.from(word, 'hex').reverse())))
  return address && unmapped(address)
}
