/**
 * Reverse-proxy networks, which answer on behalf of other people's servers, with the AS numbers that announce them. Only
 * networks that do little else are listed: an address of a general cloud may be the server itself.
 */
const PROXY_NETWORKS: Record<string, readonly number[]> = {
  Akamai: [12222, 16625, 20940, 21342, 24319, 26008, 31108, 32787, 33905, 34164, 35994],
  'bunny.net': [200325],
  Cloudflare: [13335, 14789, 203898, 209242, 394536, 395747],
  'DDoS-Guard': [57724],
  Fastly: [54113],
  Imperva: [19551],
  Qrator: [200449],
  StormWall: [59796],
  Sucuri: [30148],
}

const BY_ASN = new Map(Object.entries(PROXY_NETWORKS).flatMap(([name, asns]) => asns.map((asn) => [asn, name] as const)))

/** Returns the reverse-proxy network that an AS number belongs to; null for any other. */
export function proxyNetworkOf(asn: number | null): string | null {
  return asn === null ? null : (BY_ASN.get(asn) ?? null)
}
