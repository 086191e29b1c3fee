/** What the name service says of a name, in the words of an answer. */
export const DNS_STATUSES = ['noerror', 'nodata', 'nxdomain', 'servfail', 'refused', 'timeout', 'error'] as const
export type DnsStatus = (typeof DNS_STATUSES)[number]
