/**
 * The layout of a data file, which holds the range files of several databases (.github/decisions/0045-newer-data.md), little-endian throughout:
 *
 *   magic, version, length of the manifest; the manifest (JSON); the range files.
 *
 * The manifest says where each range file is and what its SHA-256 is. They begin at multiples of `ALIGNMENT_BYTES`; the gaps are zero.
 */
export const MAGIC = 'doorstep data\r\n\u001a'
export const VERSION = 2

export const HEAD_BYTES = 24
export const HEAD = { version: 16, manifestBytes: 20 } as const
/** A multiple of every page size in use (4, 16 and 64 KiB). */
const ALIGNMENT_BYTES = 65_536

/** Far more than three databases need. */
export const MANIFEST_MAX_BYTES = 64 * 1024
/** Far larger than any published data, and less than half of what fits in one buffer. */
export const FILE_MAX_BYTES = 1024 ** 3

export const TEXT_MAX = 300

/** Returns the first position from this one on where a range file may begin. */
export function aligned(at: number): number {
  return Math.ceil(at / ALIGNMENT_BYTES) * ALIGNMENT_BYTES
}
