// Written by src/operations/registry/discover.ts from the policies of the tools: npm run generate. Do not edit.
/** The tools about what anybody can look up. A result of any other may be about the home of whoever asks. */
export const ABOUT_OTHERS: ReadonlySet<string> = new Set([
  'certificate-check',
  'dns-lookup',
  'dns-propagation',
  'http-headers',
  'ip-location',
  'ip-lookup',
  'ping',
  'public-service-check',
  'reverse-dns',
  'ssl-check',
  'traceroute',
])
