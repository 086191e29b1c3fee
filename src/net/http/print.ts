interface Answer {
  finalUrl: string
  address: string | null
  status: number | null
  statusText: string | null
  httpVersion: string | null
  headers: readonly { name: string; value: string }[] | null
  redirects: readonly { url: string; status: number; location: string; address: string }[]
  tls: { authorized: boolean; protocol: string; error: string | null } | null
  outcome: string
  reason: string | null
  nextActions: readonly { text: string }[]
}

/** As `curl -I` prints a response head. What curl says with -v, the redirects and the connection, stands before it, marked as there. */
export function printCurl(answer: Answer): string {
  const { finalUrl, address, status, statusText, httpVersion, headers, redirects, tls, outcome, reason, nextActions } = answer
  return [
    ...redirects.map((hop) => `* ${hop.url} (${hop.address}): ${hop.status}, Location: ${hop.location}`),
    `* ${finalUrl}${address === null ? '' : ` (${address})`}${tls ? `, ${tls.protocol}` : ''}`,
    ...(tls && !tls.authorized ? [`* certificate not trusted: ${tls.error}`] : []),
    ...(headers
      ? [`HTTP/${httpVersion} ${status} ${statusText}`.trimEnd(), ...headers.map(({ name, value }) => `${name}: ${value}`), '']
      : []),
    ...(outcome === 'response' ? [] : [`* ${outcome}: ${reason}`]),
    ...nextActions.map(({ text }) => `> ${text}`),
  ]
    .map((line) => `${line}\n`)
    .join('')
}
