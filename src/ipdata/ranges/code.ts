import { type Code, WIDE } from './layout.ts'

/** Returns the number of bytes that a number takes, by its first byte. */
export function codeBytes({ short, middle }: Code, first: number): number {
  if (first < short) return 1
  if (first < middle) return 2
  return first < WIDE ? 3 : 5
}

/** Reads the number at a position. */
export function readCode(view: DataView, at: number, { short, middle }: Code): number {
  const first = view.getUint8(at)
  if (first < short) return first
  if (first < middle) return short + (first - short) * 0x100 + view.getUint8(at + 1)
  const base = short + (middle - short) * 0x100
  if (first < WIDE) return base + (first - middle) * 0x1_0000 + view.getUint16(at + 1, true)
  return view.getUint32(at + 1, true)
}
