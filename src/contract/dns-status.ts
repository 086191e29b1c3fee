/** The outcome of a DNS lookup, as answers call it. */
export const DNS_STATUSES = ['noerror', 'nodata', 'nxdomain', 'servfail', 'refused', 'timeout', 'error'] as const
export type DnsStatus = (typeof DNS_STATUSES)[number]
