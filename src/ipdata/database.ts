import { basename } from 'node:path'
import { Reader, type Response } from 'mmdb-lib'
import { readOperatorFile } from '../platform/operator-file.ts'
import { type Address, blockText } from '../policy/address.ts'
import { type DatabaseId, type Dataset, embeddedBytes, embeddedDataset } from './embedded.ts'

/** An open database: records by address, and a description of the data. */
export interface Database {
  readonly dataset: Dataset
  /** Whether an operator's file replaces the embedded data. */
  readonly replaced: boolean
  /** Whether the bytes are mapped rather than copied. */
  readonly mapped: boolean
  /** The record of an address and the block that it applies to; null if there is none. */
  find(address: Address): { record: unknown; prefix: string } | null
}

export function openEmbedded(id: DatabaseId): Database {
  const { bytes, mapped } = embeddedBytes(id)
  return { dataset: embeddedDataset(id), replaced: false, mapped, find: finder(readerOf(bytes)) }
}

/** Far larger than any published file. The whole file is held in memory. */
const FILE_MAX_BYTES = 2 * 1024 ** 3

/**
 * Opens an operator's own MMDB. It is read into memory, not mapped: overwriting a mapped file would
 * crash the process. Throws an Error whose message says what is wrong with the file.
 */
export function openFile(id: DatabaseId, path: string): Database {
  const reader = readerOfFile(path)
  const { databaseType, buildEpoch } = reader.metadata
  if (Number.isNaN(buildEpoch.getTime()) || !isSound(reader)) throw new Error('is damaged')
  const name = databaseType || basename(path)
  const dataset: Dataset = {
    id,
    name,
    source: basename(path),
    licence: null,
    licenceUrl: null,
    attribution: null,
    attributionUrl: null,
    buildDate: buildEpoch.toISOString().slice(0, 10),
    records: null,
  }
  return { dataset, replaced: true, mapped: false, find: finder(reader) }
}

function readerOfFile(path: string): Reader<Response> {
  const bytes = readOperatorFile(path, FILE_MAX_BYTES)
  try {
    return readerOf(bytes)
  } catch (cause) {
    throw new Error('is not an MMDB file', { cause })
  }
}

/** Looks up addresses all over the file. Serious damage makes at least one of them fail. */
function isSound(reader: Reader<Response>): boolean {
  try {
    for (let octet = 0; octet < 256; octet++) reader.get(`${octet}.8.8.8`)
    if (reader.metadata.ipVersion === 6)
      for (let group = 0x2000; group < 0x4000; group += 0x10) reader.get(`${group.toString(16)}::8`)
    return true
  } catch {
    return false
  }
}

/** The file stores field names, and records that many blocks share, only once. Each is decoded only once, too. */
const DECODED_MAX = 4096

function readerOf(bytes: Buffer): Reader<Response> {
  const decoded = new Map<string | number, unknown>()
  return new Reader<Response>(bytes, {
    cache: {
      get: (offset) => decoded.get(offset),
      set(offset, value) {
        if (decoded.size === DECODED_MAX) decoded.clear()
        decoded.set(offset, value)
      },
    },
  })
}

function finder(reader: Reader<Response>): Database['find'] {
  return (address) => {
    // In a file with IPv4 only, the reader would return the record of some IPv4 address.
    if (address.version === 6 && reader.metadata.ipVersion === 4) return null
    const [record, length] = reader.getWithPrefixLength(address.text)
    return record === null ? null : { record, prefix: blockText(address, length) }
  }
}
