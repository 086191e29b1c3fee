/** Returns whether two IPv4 addresses are in one /24, the usual size of a home network. */
export function inSame24(one: string, other: string): boolean {
  return one.slice(0, one.lastIndexOf('.')) === other.slice(0, other.lastIndexOf('.'))
}
