import { basename } from 'node:path'
import { Reader, type Response } from 'mmdb-lib'
import { readOperatorFile } from '../platform/operator-file.ts'
import { Recent } from '../platform/recent.ts'
import type { Address } from '../policy/address.ts'
import { type DatabaseId, type Dataset, embeddedBytes, embeddedDataset } from './embedded.ts'
import { openRangeFile } from './ranges/open.ts'

/** Where data are read from: this executable, the folder of --data-dir, or a file of the operator's own. */
export type Origin = 'embedded' | 'data-dir' | 'file'

/** An open database: records by address, and a description of the data. */
export interface Database {
  readonly dataset: Dataset
  readonly origin: Origin
  /** The key of the publisher whose signature was checked; null without one. */
  readonly signedBy: string | null
  /** Whether the bytes are mapped rather than copied. */
  readonly mapped: boolean
  /** The sum of what is in a range file, by which two that say the same are told; null for an MMDB. */
  readonly sum: string | null
  /** What is said of an address; null if nothing is. */
  find(address: Address): Found | null
  /** The record that `find` named. */
  read(record: RecordName): unknown
}

/** The same for every address that has the same record: a number in the embedded data, the record itself in an MMDB. */
export type RecordName = unknown

export interface Found {
  readonly record: RecordName
  /** How many bits of the address the block has to which the record applies. */
  readonly prefixLength: number
}

export function openEmbedded(id: DatabaseId): Database {
  return databaseOf({ dataset: embeddedDataset(id), ...embeddedBytes(id), origin: 'embedded', signedBy: null })
}

interface RangeData extends Pick<Database, 'dataset' | 'origin' | 'signedBy' | 'mapped'> {
  readonly bytes: Buffer
}

/** A range file as a database. Throws an Error that says what is wrong with the file. */
export function databaseOf({ bytes, ...description }: RangeData): Database {
  const file = openRangeFile(bytes)
  if (file.plan.id !== description.dataset.id) throw new Error('is damaged')
  return {
    ...description,
    sum: file.plan.sha256,
    find(address) {
      const located = file.locate(address.words)
      return located.record === 0 ? null : located
    },
    read: (record) => file.record(Number(record)),
  }
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
  return {
    dataset,
    origin: 'file',
    signedBy: null,
    mapped: false,
    sum: null,
    find: finderOfMmdb(reader),
    read: (record) => record,
  }
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
const DECODED_KEPT = 4096

function readerOf(bytes: Buffer): Reader<Response> {
  return new Reader<Response>(bytes, { cache: new Recent<string | number, unknown>(DECODED_KEPT) })
}

function finderOfMmdb(reader: Reader<Response>): Database['find'] {
  return (address) => {
    // In a file with IPv4 only, the reader would return the record of some IPv4 address.
    if (address.version === 6 && reader.metadata.ipVersion === 4) return null
    const [record, prefixLength] = reader.getWithPrefixLength(address.text)
    return record === null ? null : { record, prefixLength }
  }
}
