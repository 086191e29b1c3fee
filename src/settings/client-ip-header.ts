/** The headers in which a trusted proxy may name the client. doorstep reads one of them. */
export const CLIENT_IP_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip'] as const
export type ClientIpHeader = (typeof CLIENT_IP_HEADERS)[number]
