/** include/uapi/linux/tcp.h: struct tcp_info, the part that every kernel has. */
export const TCP_INFO_BYTES = 104
const TCPI_LAST_DATA_RECV_AT = 52
const TCPI_RTT_AT = 68
const TCPI_TOTAL_RETRANS_AT = 100

export interface TcpInfo {
  /** Since the other end has sent something, in milliseconds. */
  readonly silentMs: number
  /** The smoothed round trip, in microseconds: right behind the handshake that is the time that it took. Zero if unknown. */
  readonly rttUs: number
  /** How often something was sent again, the SYN too. */
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
