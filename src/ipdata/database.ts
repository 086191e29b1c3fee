import { basename } from 'node:path'
import { Reader, type Response } from 'mmdb-lib'
import { readOperatorFile } from '../platform/operator-file.ts'
import { type Address, blockText } from '../policy/address.ts'
import { type DatabaseId, type Dataset, embeddedBytes, embeddedDataset } from './embedded.ts'

/** One open database: a record by address, and what is known of the data. */
export interface Database {
  readonly dataset: Dataset
  /** Whether an operator's file stands in for the embedded data. */
  readonly replaced: boolean
  /** Whether the bytes are mapped (not copied). */
  readonly mapped: boolean
  /** The record of an address and the block that it is true for; null if the data say nothing. */
  find(address: Address): { record: unknown; prefix: string } | null
}

export function openEmbedded(id: DatabaseId): Database {
  const { bytes, mapped } = embeddedBytes(id)
  return { dataset: embeddedDataset(id), replaced: false, mapped, find: finder(readerOf(bytes)) }
}

/** Far above what is published; the whole file is held in memory. */
const FILE_MAX_BYTES = 2 * 1024 ** 3

/**
 * Opens an operator's own MMDB. It is read whole, not mapped: a file that someone writes over while it is mapped would
 * end the process. Throws an Error whose message says what is wrong with the file.
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

/** Looks up addresses all over the file: what is damaged enough to matter fails on one of them. */
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

/** Field names stand in the file once, as do records that many blocks share; decoded once, they need not be again. */
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
    // An IPv4 file has no IPv6 half; its reader would answer with some IPv4 address's record.
    if (address.version === 6 && reader.metadata.ipVersion === 4) return null
    const [record, length] = reader.getWithPrefixLength(address.text)
    return record === null ? null : { record, prefix: blockText(address, length) }
  }
}
