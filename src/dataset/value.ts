/** What a record may consist of: what an MMDB holds, whatever its layout. */
export type Value = string | number | bigint | boolean | Buffer | Value[] | { [key: string]: Value }
