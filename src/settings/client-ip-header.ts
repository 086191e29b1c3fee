/** The headers by which a trusted proxy may name the client; one of them is read. */
export const CLIENT_IP_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip'] as const
export type ClientIpHeader = (typeof CLIENT_IP_HEADERS)[number]
