import { type Instruction, stepsAsBytes } from './layout.ts'

/** include/uapi/linux/bpf_common.h: the operation of each instruction. */
const LOAD_IP_HEADER_LENGTH = 0xb1
const LOAD_HALF_BEHIND_HEADER = 0x48
const LOAD_HALF = 0x28
const JUMP_IF_EQUAL = 0x15
const RETURN = 0x06
const WHOLE = 0xffffffff

const ID_AT = 4

/**
 * Returns a filter that lets a raw socket receive only ICMP messages with one identifier. Otherwise every socket would receive the replies
 * to all others on the machine. The data of raw IPv4 sockets begin with the IP header; those of raw IPv6 sockets do not.
 */
export function onlyIdentifier(version: 4 | 6, id: number): Buffer {
  const step = (code: number, operand: number, skipElse = 0): Instruction => ({ code, skipIf: 0, skipElse, operand })
  const load = version === 4 ? [step(LOAD_IP_HEADER_LENGTH, 0), step(LOAD_HALF_BEHIND_HEADER, ID_AT)] : [step(LOAD_HALF, ID_AT)]
  return stepsAsBytes([...load, step(JUMP_IF_EQUAL, id, 1), step(RETURN, WHOLE), step(RETURN, 0)])
}
