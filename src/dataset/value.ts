export type { Value } from '../ipdata/mmdb/decode.ts'
