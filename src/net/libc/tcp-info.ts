/** include/uapi/linux/tcp.h: struct tcp_info, the part that every kernel has. */
export const TCP_INFO_BYTES = 104
const TCPI_LAST_DATA_RECV_AT = 52
const TCPI_RTT_AT = 68
const TCPI_TOTAL_RETRANS_AT = 100

export interface TcpInfo {
  /** The milliseconds since the other end last sent something. */
  readonly silentMs: number
  /** The smoothed round trip, in microseconds: right after the handshake, the time that it took. Zero if unknown. */
  readonly rttUs: number
  /** The number of times that something was sent again, including the SYN. */
  readonly retransmissions: number
}

export function readTcpInfo(bytes: Buffer): TcpInfo | null {
  if (bytes.length < TCP_INFO_BYTES) return null
  return {
    silentMs: bytes.readUInt32LE(TCPI_LAST_DATA_RECV_AT),
    rttUs: bytes.readUInt32LE(TCPI_RTT_AT),
    retransmissions: bytes.readUInt32LE(TCPI_TOTAL_RETRANS_AT),
  }
}
