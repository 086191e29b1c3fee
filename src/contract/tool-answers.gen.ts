// Written by src/registry/requests.ts from the results and events of the tools: npm run generate. Do not edit.
/** The answer of each tool, by its name. */
export interface ToolAnswers {
  'certificate-check': {
    tool: string
    checkedAt: string
    elapsedMs: number
    headline: string
    good: boolean | null
    understood?: readonly { field: string; value: string | number }[]
    situation:
      | 'not-checked'
      | 'not-needed'
      | 'exposed'
      | 'better-shut'
      | 'filtered-by-origin'
      | 'carrier-grade'
      | 'shared-ports'
      | 'two-routers'
      | 'access-point'
      | 'building'
      | 'name-elsewhere'
      | 'name-missing'
      | 'name-private'
      | 'provider-blocks'
      | 'no-rule-seen'
      | 'program-off'
      | 'firewall'
      | 'device-away'
      | 'device-elsewhere'
      | 'pinhole'
      | 'other-answers'
      | 'untrusted'
      | 'open'
      | 'unknown'
      | null
    domain: string
    unicodeDomain?: string
    wildcard: boolean
    verdict: 'would-work' | 'would-fail' | 'cannot-tell'
    methods: readonly {
      method: 'http-01' | 'tls-alpn-01' | 'dns-01'
      verdict: 'would-work' | 'would-fail' | 'cannot-tell'
      problems: readonly {
        code:
          | 'no-records'
          | 'dns-failed'
          | 'dnssec-bogus'
          | 'reserved-address'
          | 'name-not-public'
          | 'address-not-checked'
          | 'address-silent'
          | 'address-refused'
          | 'addresses-differ'
          | 'family-broken'
          | 'redirect-port'
          | 'redirect-scheme'
          | 'redirect-loop'
          | 'redirect-status'
          | 'redirect-to-address'
          | 'redirect-not-public'
          | 'redirect-elsewhere'
          | 'redirect-invalid'
          | 'wrong-protocol'
          | 'challenge-page-caught'
          | 'challenge-status'
          | 'proxied'
          | 'caa-forbids'
          | 'caa-critical-unknown'
          | 'caa-method'
          | 'caa-wildcard'
          | 'caa-account'
          | 'wildcard-needs-dns'
          | 'challenge-delegated'
          | 'challenge-leftover'
          | 'lame-name-server'
          | 'alpn-not-offered'
          | 'zone-not-yours'
        severity: 'error' | 'warning'
        address: string | null
        text: string
      }[]
    }[]
    best: 'http-01' | 'tls-alpn-01' | 'dns-01' | null
    caa: {
      found: string | null
      issuers: readonly string[]
      wildcardIssuers: readonly string[]
      methods: readonly string[] | null
      accountBound: boolean
      critical: boolean
    }
    addresses: readonly {
      address: string
      file: 'delivered' | 'other-content' | 'missing' | 'not-reached' | null
      http: {
        outcome:
          | 'response'
          | 'proof'
          | 'refused'
          | 'silent'
          | 'unreachable'
          | 'limited'
          | 'tls-on-http-port'
          | 'not-http'
          | 'broken'
        url: string
        status: number | null
        server: string | null
        redirects: readonly { url: string; status: number; location: string }[]
        proxy: string | null
        where: {
          verdict:
            | 'refused-by-device'
            | 'silent-device'
            | 'no-device'
            | 'wrong-address'
            | 'refused-at-address'
            | 'silent-at-address'
            | 'refused-on-the-way'
            | 'stopped-before'
            | 'router-reached'
            | 'cannot-tell'
          forwardingRule: 'proven' | 'not-seen' | null
          allPorts: boolean | null
          distance: number | null
          forwarders: number | null
          answeredAt: number | null
          stoppedAfter: { hop: number; address: string; asn: number | null; organization: string | null } | null
          evidence: readonly { hopLimit: number; from: 'path' | 'target' | 'other' | null; reason: string | null }[]
          packets: number
        } | null
        proof: 'proven' | 'someone-else' | 'no-answer' | null
        elapsedMs: number
      } | null
      tls: {
        outcome:
          | 'offered'
          | 'proof'
          | 'alert'
          | 'ignored'
          | 'refused'
          | 'silent'
          | 'unreachable'
          | 'limited'
          | 'plain-http'
          | 'not-tls'
          | 'broken'
        alpn: string | null
        alert: number | null
        where: {
          verdict:
            | 'refused-by-device'
            | 'silent-device'
            | 'no-device'
            | 'wrong-address'
            | 'refused-at-address'
            | 'silent-at-address'
            | 'refused-on-the-way'
            | 'stopped-before'
            | 'router-reached'
            | 'cannot-tell'
          forwardingRule: 'proven' | 'not-seen' | null
          allPorts: boolean | null
          distance: number | null
          forwarders: number | null
          answeredAt: number | null
          stoppedAfter: { hop: number; address: string; asn: number | null; organization: string | null } | null
          evidence: readonly { hopLimit: number; from: 'path' | 'target' | 'other' | null; reason: string | null }[]
          packets: number
        } | null
        proof: 'proven' | 'someone-else' | 'no-answer' | null
        elapsedMs: number
      } | null
    }[]
    omitted: number
    commands: readonly {
      program: 'certbot' | 'caddy' | 'caddyfile' | 'acme.sh' | 'nginx' | 'apache' | 'zone-file'
      note: string | null
      lines: readonly string[]
    }[]
    nextActions: readonly {
      code: string
      label: string
      text: string
      tool?: string
      request?: Readonly<Record<string, unknown>>
      url?: string
    }[]
  }
  'ddns-match': {
    tool: string
    checkedAt: string
    elapsedMs: number
    headline: string
    good: boolean | null
    understood?: readonly { field: string; value: string | number }[]
    situation:
      | 'not-checked'
      | 'not-needed'
      | 'exposed'
      | 'better-shut'
      | 'filtered-by-origin'
      | 'carrier-grade'
      | 'shared-ports'
      | 'two-routers'
      | 'access-point'
      | 'building'
      | 'name-elsewhere'
      | 'name-missing'
      | 'name-private'
      | 'provider-blocks'
      | 'no-rule-seen'
      | 'program-off'
      | 'firewall'
      | 'device-away'
      | 'device-elsewhere'
      | 'pinhole'
      | 'other-answers'
      | 'untrusted'
      | 'open'
      | 'unknown'
      | null
    hostname: string
    unicodeHostname?: string
    recordType: 'A' | 'AAAA'
    publicIp: string
    directAnswer: {
      status: 'noerror' | 'nodata' | 'nxdomain' | 'servfail' | 'refused' | 'timeout' | 'error'
      reason:
        | 'no-such-record'
        | 'no-such-name'
        | 'server-failure'
        | 'refused-by-server'
        | 'no-answer'
        | 'connection-refused'
        | 'network-unreachable'
        | 'too-many-open-files'
        | 'malformed-answer'
        | 'truncated-answer'
        | 'cname-loop'
        | 'format-error'
        | 'not-implemented'
        | 'no-name-server'
        | 'not-authoritative'
        | 'error-code'
        | 'leads-to-local-name'
        | 'budget-exceeded'
        | 'rate-limited'
        | null
      failedLayer: 'dns' | 'local' | null
      values: readonly string[]
      omitted: number
      ttl: number | null
      nameserver: string | null
    }
    propagation: {
      consistent: boolean | null
      verdict: 'consistent' | 'propagating' | 'split' | 'missing' | 'unavailable'
      convergesBy: string | null
      answers: readonly {
        resolver: { id: string; name: string; address: string; kind: 'local' | 'public' }
        status: 'noerror' | 'nodata' | 'nxdomain' | 'servfail' | 'refused' | 'timeout' | 'error'
        reason:
          | 'no-such-record'
          | 'no-such-name'
          | 'server-failure'
          | 'refused-by-server'
          | 'no-answer'
          | 'connection-refused'
          | 'network-unreachable'
          | 'too-many-open-files'
          | 'malformed-answer'
          | 'truncated-answer'
          | 'cname-loop'
          | 'format-error'
          | 'not-implemented'
          | 'no-name-server'
          | 'not-authoritative'
          | 'error-code'
          | 'leads-to-local-name'
          | 'budget-exceeded'
          | 'rate-limited'
          | null
        failedLayer: 'dns' | 'local' | null
        values: readonly string[]
        omitted: number
        ttl: number | null
        elapsedMs: number
      }[]
    }
    verdict: 'match' | 'mismatch' | 'propagating' | 'proxied' | 'unresolved' | 'other-family'
    nat: 'none' | 'double-nat' | 'carrier-grade' | 'unknown'
    nextActions: readonly {
      code: string
      label: string
      text: string
      tool?: string
      request?: Readonly<Record<string, unknown>>
      url?: string
    }[]
  }
  'dns-lookup': {
    tool: string
    checkedAt: string
    elapsedMs: number
    headline: string
    good: boolean | null
    understood?: readonly { field: string; value: string | number }[]
    domain: string
    unicodeDomain?: string
    recordType:
      | 'A'
      | 'AAAA'
      | 'CNAME'
      | 'MX'
      | 'NS'
      | 'TXT'
      | 'SOA'
      | 'SRV'
      | 'CAA'
      | 'PTR'
      | 'HTTPS'
      | 'SVCB'
      | 'DS'
      | 'DNSKEY'
      | 'TLSA'
      | 'NAPTR'
    status: 'noerror' | 'nodata' | 'nxdomain' | 'servfail' | 'refused' | 'timeout' | 'error'
    reason:
      | 'no-such-record'
      | 'no-such-name'
      | 'server-failure'
      | 'refused-by-server'
      | 'no-answer'
      | 'connection-refused'
      | 'network-unreachable'
      | 'too-many-open-files'
      | 'malformed-answer'
      | 'truncated-answer'
      | 'cname-loop'
      | 'format-error'
      | 'not-implemented'
      | 'no-name-server'
      | 'not-authoritative'
      | 'error-code'
      | 'leads-to-local-name'
      | 'budget-exceeded'
      | 'rate-limited'
      | null
    failedLayer: 'dns' | 'local' | null
    resolver: { id: string; name: string; address: string }
    values: readonly string[]
    records: readonly { name: string; type: string; ttl: number; value: string; data: Readonly<Record<string, unknown>> }[]
    cnameChain: readonly string[]
    omitted: number
    authenticated: boolean
    authoritative: boolean
    truncated: boolean
    extendedErrors: readonly { code: number; name: string; text: string | null }[]
    dnssec: 'secure' | 'insecure' | 'bogus' | 'unknown'
    negativeTtl: number | null
    nextActions: readonly {
      code: string
      label: string
      text: string
      tool?: string
      request?: Readonly<Record<string, unknown>>
      url?: string
    }[]
  }
  'dns-propagation': {
    tool: string
    checkedAt: string
    elapsedMs: number
    headline: string
    good: boolean | null
    understood?: readonly { field: string; value: string | number }[]
    domain: string
    unicodeDomain?: string
    recordType:
      | 'A'
      | 'AAAA'
      | 'CNAME'
      | 'MX'
      | 'NS'
      | 'TXT'
      | 'SOA'
      | 'SRV'
      | 'CAA'
      | 'PTR'
      | 'HTTPS'
      | 'SVCB'
      | 'DS'
      | 'DNSKEY'
      | 'TLSA'
      | 'NAPTR'
    answers: readonly {
      resolver: { id: string; name: string; address: string; kind: 'local' | 'public' }
      status: 'noerror' | 'nodata' | 'nxdomain' | 'servfail' | 'refused' | 'timeout' | 'error'
      reason:
        | 'no-such-record'
        | 'no-such-name'
        | 'server-failure'
        | 'refused-by-server'
        | 'no-answer'
        | 'connection-refused'
        | 'network-unreachable'
        | 'too-many-open-files'
        | 'malformed-answer'
        | 'truncated-answer'
        | 'cname-loop'
        | 'format-error'
        | 'not-implemented'
        | 'no-name-server'
        | 'not-authoritative'
        | 'error-code'
        | 'leads-to-local-name'
        | 'budget-exceeded'
        | 'rate-limited'
        | null
      failedLayer: 'dns' | 'local' | null
      values: readonly string[]
      omitted: number
      ttl: number | null
      elapsedMs: number
    }[]
    authoritative: {
      nameserver: string
      status: 'noerror' | 'nodata' | 'nxdomain' | 'servfail' | 'refused' | 'timeout' | 'error'
      reason:
        | 'no-such-record'
        | 'no-such-name'
        | 'server-failure'
        | 'refused-by-server'
        | 'no-answer'
        | 'connection-refused'
        | 'network-unreachable'
        | 'too-many-open-files'
        | 'malformed-answer'
        | 'truncated-answer'
        | 'cname-loop'
        | 'format-error'
        | 'not-implemented'
        | 'no-name-server'
        | 'not-authoritative'
        | 'error-code'
        | 'leads-to-local-name'
        | 'budget-exceeded'
        | 'rate-limited'
        | null
      failedLayer: 'dns' | 'local' | null
      values: readonly string[]
      omitted: number
      ttl: number | null
    } | null
    consistent: boolean | null
    verdict: 'consistent' | 'propagating' | 'split' | 'missing' | 'unavailable'
    convergesBy: string | null
    nextActions: readonly {
      code: string
      label: string
      text: string
      tool?: string
      request?: Readonly<Record<string, unknown>>
      url?: string
    }[]
  }
  'http-headers': {
    tool: string
    checkedAt: string
    elapsedMs: number
    headline: string
    good: boolean | null
    understood?: readonly { field: string; value: string | number }[]
    url: string
    finalUrl: string
    address: string | null
    status: number | null
    statusText: string | null
    httpVersion: string | null
    headers: readonly { name: string; value: string }[] | null
    omitted: number
    redirects: readonly { url: string; status: number; location: string; address: string }[]
    redirectsOmitted: number
    timingMs: { dns: number; connect: number | null; tls: number | null; firstByte: number | null; total: number }
    tls: { authorized: boolean; protocol: string; error: string | null } | null
    outcome:
      | 'response'
      | 'connect-failed'
      | 'tls-failed'
      | 'timeout'
      | 'protocol-error'
      | 'too-many-redirects'
      | 'redirect-refused'
    reason: string | null
    failedLayer: 'dns' | 'tcp' | 'tls' | 'http' | 'icmp' | 'udp' | 'local' | null
    nextActions: readonly {
      code: string
      label: string
      text: string
      tool?: string
      request?: Readonly<Record<string, unknown>>
      url?: string
    }[]
  }
  'ip-location': {
    tool: string
    checkedAt: string
    elapsedMs: number
    headline: string
    good: boolean | null
    understood?: readonly { field: string; value: string | number }[]
    ip: string
    ipVersion: 4 | 6
    dataDate: string
    country: string | null
    countryCode: string | null
    continent: string | null
    continentCode: string | null
    region: string | null
    city: string | null
    timezone: string | null
    coordinates: { latitude: number; longitude: number } | null
    asn: number | null
    organization: string | null
  }
  'ip-lookup': {
    tool: string
    checkedAt: string
    elapsedMs: number
    headline: string
    good: boolean | null
    understood?: readonly { field: string; value: string | number }[]
    ip: string
    ipVersion: 4 | 6
    dataDate: string
    organization: string | null
    prefix: string | null
    registry: 'AFRINIC' | 'APNIC' | 'ARIN' | 'LACNIC' | 'RIPE NCC' | null
    country: string | null
    countryCode: string | null
    asns: readonly { asn: number; organization: string | null; prefix: string | null }[]
  }
  ping: {
    tool: string
    checkedAt: string
    elapsedMs: number
    headline: string
    good: boolean | null
    understood?: readonly { field: string; value: string | number }[]
    host: string
    unicodeHost?: string
    address: string
    status: 'reachable' | 'partial' | 'unreachable' | 'error'
    reason: string | null
    failedLayer: 'dns' | 'tcp' | 'tls' | 'http' | 'icmp' | 'udp' | 'local' | null
    packets: { sent: number; received: number; lossPercent: number | null }
    rttMs: { min: number; avg: number; max: number; stddev: number } | null
    replies: readonly {
      seq: number
      status: 'reply' | 'timeout' | 'unreachable' | 'error'
      reason: string | null
      failedLayer: 'dns' | 'tcp' | 'tls' | 'http' | 'icmp' | 'udp' | 'local' | null
      rttMs: number | null
      ttl: number | null
      from: string | null
    }[]
    nextActions: readonly {
      code: string
      label: string
      text: string
      tool?: string
      request?: Readonly<Record<string, unknown>>
      url?: string
    }[]
  }
  'port-check': {
    tool: string
    checkedAt: string
    elapsedMs: number
    headline: string
    good: boolean | null
    understood?: readonly { field: string; value: string | number }[]
    situation:
      | 'not-checked'
      | 'not-needed'
      | 'exposed'
      | 'better-shut'
      | 'filtered-by-origin'
      | 'carrier-grade'
      | 'shared-ports'
      | 'two-routers'
      | 'access-point'
      | 'building'
      | 'name-elsewhere'
      | 'name-missing'
      | 'name-private'
      | 'provider-blocks'
      | 'no-rule-seen'
      | 'program-off'
      | 'firewall'
      | 'device-away'
      | 'device-elsewhere'
      | 'pinhole'
      | 'other-answers'
      | 'untrusted'
      | 'open'
      | 'unknown'
      | null
    ip: string
    port: number
    protocol: 'tcp' | 'udp'
    status: 'open' | 'closed' | 'timeout' | 'refused' | 'error'
    reason: string | null
    failedLayer: 'dns' | 'tcp' | 'tls' | 'http' | 'icmp' | 'udp' | 'local' | null
    latencyMs: number | null
    service: string | null
    where: {
      verdict:
        | 'refused-by-device'
        | 'silent-device'
        | 'no-device'
        | 'wrong-address'
        | 'refused-at-address'
        | 'silent-at-address'
        | 'refused-on-the-way'
        | 'stopped-before'
        | 'router-reached'
        | 'cannot-tell'
      forwardingRule: 'proven' | 'not-seen' | null
      allPorts: boolean | null
      distance: number | null
      forwarders: number | null
      answeredAt: number | null
      stoppedAfter: { hop: number; address: string; asn: number | null; organization: string | null } | null
      evidence: readonly { hopLimit: number; from: 'path' | 'target' | 'other' | null; reason: string | null }[]
      packets: number
    } | null
    proof: 'proven' | 'someone-else' | 'no-answer' | null
    identity: { kind: string; name: string | null; version: string | null; players: { now: number; max: number } | null } | null
    words: { way: string | null; meaning: string | null; identity: string | null }
    nextActions: readonly {
      code: string
      label: string
      text: string
      tool?: string
      request?: Readonly<Record<string, unknown>>
      url?: string
    }[]
  }
  'port-forward-plan': {
    tool: string
    checkedAt: string
    elapsedMs: number
    headline: string
    good: boolean | null
    understood?: readonly { field: string; value: string | number }[]
    situation:
      | 'not-checked'
      | 'not-needed'
      | 'exposed'
      | 'better-shut'
      | 'filtered-by-origin'
      | 'carrier-grade'
      | 'shared-ports'
      | 'two-routers'
      | 'access-point'
      | 'building'
      | 'name-elsewhere'
      | 'name-missing'
      | 'name-private'
      | 'provider-blocks'
      | 'no-rule-seen'
      | 'program-off'
      | 'firewall'
      | 'device-away'
      | 'device-elsewhere'
      | 'pinhole'
      | 'other-answers'
      | 'untrusted'
      | 'open'
      | 'unknown'
      | null
    service: { id: string; name: string; category: string }
    protocol: 'tcp' | 'udp' | 'both'
    ports: readonly {
      external: string
      internal: string
      protocol: 'tcp' | 'udp'
      purpose: string
      required: boolean
      forward: boolean
    }[]
    internalIp: string | null
    router: {
      id: string | null
      name: string
      known: boolean
      guessed: boolean
      feature: string
      fields: { name: string; externalPort: string; internalPort: string; protocol: string; internalIp: string }
      finish: string | null
      app: { name: string; only: boolean } | null
      upnp: 'on' | 'off' | 'varies'
    }
    isp: { id: string; name: string; guessed: boolean } | null
    menuPath: readonly string[]
    menuVariants: readonly { when: string; menuPath: readonly string[] }[]
    reservationPath: readonly string[] | null
    rules: readonly {
      name: string
      externalPort: string
      internalPort: string
      protocol: 'tcp' | 'udp' | 'both'
      internalIp: string
      required: boolean
      form: readonly { label: string; value: string }[]
    }[]
    commands: readonly {
      kind: 'upnpc' | 'openwrt-uci' | 'routeros' | 'nftables' | 'ufw' | 'windows-firewall'
      where: 'router' | 'device'
      note: string
      lines: readonly string[]
    }[]
    undo: readonly { text: string; lines: readonly string[] }[]
    ipv6: {
      menuPath: readonly string[] | null
      text: string
      commands: readonly { kind: string; where: 'router' | 'device'; lines: readonly string[] }[]
    } | null
    alternatives: readonly {
      kind: 'public-address' | 'ipv6' | 'tunnel' | 'vpn' | 'relay'
      name: string
      text: string
      lines: readonly string[]
    }[]
    friendsConnectTo: string | null
    listening: readonly { platform: 'windows' | 'linux' | 'macos'; check: string; listener: string | null }[]
    verify: readonly { tool: 'port-check'; request: { port: number; protocol: 'tcp' | 'udp' } }[]
    nat: 'none' | 'double-nat' | 'carrier-grade' | 'unknown'
    forwardingWorks: 'yes' | 'no' | 'unknown'
    securityNotes: readonly string[]
    caution: string | null
    saferAlternative: string | null
    upnp: { status: string; note: string }
    notes: readonly string[]
    notUnderstood: readonly string[]
    nextActions: readonly {
      code: string
      label: string
      text: string
      tool?: string
      request?: Readonly<Record<string, unknown>>
      url?: string
    }[]
  }
  'public-service-check': {
    tool: string
    checkedAt: string
    elapsedMs: number
    headline: string
    good: boolean | null
    understood?: readonly { field: string; value: string | number }[]
    situation:
      | 'not-checked'
      | 'not-needed'
      | 'exposed'
      | 'better-shut'
      | 'filtered-by-origin'
      | 'carrier-grade'
      | 'shared-ports'
      | 'two-routers'
      | 'access-point'
      | 'building'
      | 'name-elsewhere'
      | 'name-missing'
      | 'name-private'
      | 'provider-blocks'
      | 'no-rule-seen'
      | 'program-off'
      | 'firewall'
      | 'device-away'
      | 'device-elsewhere'
      | 'pinhole'
      | 'other-answers'
      | 'untrusted'
      | 'open'
      | 'unknown'
      | null
    target: string
    unicodeTarget?: string
    port: number
    protocol: 'tcp'
    resolved: {
      status: 'noerror' | 'nodata' | 'nxdomain' | 'servfail' | 'refused' | 'timeout' | 'error'
      addresses: readonly string[]
      omitted: number
      address: string | null
    }
    tcp: {
      status: 'open' | 'closed' | 'timeout' | 'refused' | 'error'
      reason: string | null
      failedLayer: 'dns' | 'tcp' | 'tls' | 'http' | 'icmp' | 'udp' | 'local' | null
      latencyMs: number | null
    } | null
    where: {
      verdict:
        | 'refused-by-device'
        | 'silent-device'
        | 'no-device'
        | 'wrong-address'
        | 'refused-at-address'
        | 'silent-at-address'
        | 'refused-on-the-way'
        | 'stopped-before'
        | 'router-reached'
        | 'cannot-tell'
      forwardingRule: 'proven' | 'not-seen' | null
      allPorts: boolean | null
      distance: number | null
      forwarders: number | null
      answeredAt: number | null
      stoppedAfter: { hop: number; address: string; asn: number | null; organization: string | null } | null
      evidence: readonly { hopLimit: number; from: 'path' | 'target' | 'other' | null; reason: string | null }[]
      packets: number
    } | null
    http: {
      scheme: 'http' | 'https'
      url: string
      ok: boolean
      status: number | null
      server: string | null
      location: string | null
      latencyMs: number | null
      error: string | null
      failedLayer: 'dns' | 'tcp' | 'tls' | 'http' | 'icmp' | 'udp' | 'local' | null
      tls: { authorized: boolean; protocol: string; error: string | null } | null
    } | null
    verdict: 'reachable' | 'tcp-only' | 'unreachable' | 'unresolved' | 'cannot-tell'
    nextActions: readonly {
      code: string
      label: string
      text: string
      tool?: string
      request?: Readonly<Record<string, unknown>>
      url?: string
    }[]
  }
  reachability: {
    tool: string
    checkedAt: string
    elapsedMs: number
    headline: string
    good: boolean | null
    understood?: readonly { field: string; value: string | number }[]
    situation:
      | 'not-checked'
      | 'not-needed'
      | 'exposed'
      | 'better-shut'
      | 'filtered-by-origin'
      | 'carrier-grade'
      | 'shared-ports'
      | 'two-routers'
      | 'access-point'
      | 'building'
      | 'name-elsewhere'
      | 'name-missing'
      | 'name-private'
      | 'provider-blocks'
      | 'no-rule-seen'
      | 'program-off'
      | 'firewall'
      | 'device-away'
      | 'device-elsewhere'
      | 'pinhole'
      | 'other-answers'
      | 'untrusted'
      | 'open'
      | 'unknown'
      | null
    ip: string
    service: { id: string; name: string } | null
    port: number | null
    protocol: 'tcp' | 'udp'
    hostname: string | null
    verdict: 'reachable' | 'blocked' | 'cannot-tell' | 'not-needed'
    proof: 'proven' | 'someone-else' | 'no-answer' | null
    identity: { kind: string; name: string | null; version: string | null; players: { now: number; max: number } | null } | null
    friendsConnectTo: string | null
    otherServices: readonly { useCase: string; name: string }[]
    steps: readonly {
      step: 'address' | 'nat' | 'name' | 'port' | 'service' | 'router'
      label: string
      status: 'ok' | 'problem' | 'unknown' | 'skipped'
      code: string
      summary: string
      tool: string | null
      result: Readonly<Record<string, unknown>> | null
    }[]
    blockedAt: 'address' | 'nat' | 'name' | 'port' | 'service' | 'router' | null
    cause: string | null
    notUnderstood: readonly string[]
    families: readonly {
      ipVersion: 4 | 6
      ip: string
      verdict: 'reachable' | 'blocked' | 'cannot-tell' | 'not-needed'
      headline: string
      where: {
        verdict:
          | 'refused-by-device'
          | 'silent-device'
          | 'no-device'
          | 'wrong-address'
          | 'refused-at-address'
          | 'silent-at-address'
          | 'refused-on-the-way'
          | 'stopped-before'
          | 'router-reached'
          | 'cannot-tell'
        forwardingRule: 'proven' | 'not-seen' | null
        allPorts: boolean | null
        distance: number | null
        forwarders: number | null
        answeredAt: number | null
        stoppedAfter: { hop: number; address: string; asn: number | null; organization: string | null } | null
        evidence: readonly { hopLimit: number; from: 'path' | 'target' | 'other' | null; reason: string | null }[]
        packets: number
      } | null
    }[]
    clients: 'fine' | 'slow' | 'ipv4-only' | 'ipv6-only' | 'none' | null
    nextStep: {
      code: string
      label: string
      text: string
      tool?: string
      request?: Readonly<Record<string, unknown>>
      url?: string
    }
    nextActions: readonly {
      code: string
      label: string
      text: string
      tool?: string
      request?: Readonly<Record<string, unknown>>
      url?: string
    }[]
  }
  'reverse-dns': {
    tool: string
    checkedAt: string
    elapsedMs: number
    headline: string
    good: boolean | null
    understood?: readonly { field: string; value: string | number }[]
    ip: string
    pointer: string
    status: 'noerror' | 'nodata' | 'nxdomain' | 'servfail' | 'refused' | 'timeout' | 'error'
    reason:
      | 'no-such-record'
      | 'no-such-name'
      | 'server-failure'
      | 'refused-by-server'
      | 'no-answer'
      | 'connection-refused'
      | 'network-unreachable'
      | 'too-many-open-files'
      | 'malformed-answer'
      | 'truncated-answer'
      | 'cname-loop'
      | 'format-error'
      | 'not-implemented'
      | 'no-name-server'
      | 'not-authoritative'
      | 'error-code'
      | 'leads-to-local-name'
      | 'budget-exceeded'
      | 'rate-limited'
      | null
    failedLayer: 'dns' | 'local' | null
    hostnames: readonly string[]
    omitted: number
    localNames: number
    forwardConfirmed: readonly {
      hostname: string
      addresses: readonly string[]
      omitted: number
      confirmed: boolean | null
      status: 'noerror' | 'nodata' | 'nxdomain' | 'servfail' | 'refused' | 'timeout' | 'error'
      reason:
        | 'no-such-record'
        | 'no-such-name'
        | 'server-failure'
        | 'refused-by-server'
        | 'no-answer'
        | 'connection-refused'
        | 'network-unreachable'
        | 'too-many-open-files'
        | 'malformed-answer'
        | 'truncated-answer'
        | 'cname-loop'
        | 'format-error'
        | 'not-implemented'
        | 'no-name-server'
        | 'not-authoritative'
        | 'error-code'
        | 'leads-to-local-name'
        | 'budget-exceeded'
        | 'rate-limited'
        | null
      failedLayer: 'dns' | 'local' | null
    }[]
    nextActions: readonly {
      code: string
      label: string
      text: string
      tool?: string
      request?: Readonly<Record<string, unknown>>
      url?: string
    }[]
  }
  'router-login-route': {
    tool: string
    checkedAt: string
    elapsedMs: number
    headline: string
    good: boolean | null
    understood?: readonly { field: string; value: string | number }[]
    situation:
      | 'not-checked'
      | 'not-needed'
      | 'exposed'
      | 'better-shut'
      | 'filtered-by-origin'
      | 'carrier-grade'
      | 'shared-ports'
      | 'two-routers'
      | 'access-point'
      | 'building'
      | 'name-elsewhere'
      | 'name-missing'
      | 'name-private'
      | 'provider-blocks'
      | 'no-rule-seen'
      | 'program-off'
      | 'firewall'
      | 'device-away'
      | 'device-elsewhere'
      | 'pinhole'
      | 'other-answers'
      | 'untrusted'
      | 'open'
      | 'unknown'
      | null
    topology: 'single' | 'isp-plus-router' | 'bridge' | 'unknown'
    topologyReason: string
    nat: 'none' | 'double-nat' | 'carrier-grade' | 'unknown'
    router: { id: string | null; name: string; known: boolean }
    isp: { id: string | null; name: string; known: boolean; guessed: boolean; support: string | null } | null
    platform: 'windows' | 'macos' | 'linux' | 'android' | 'ios' | 'chromeos' | 'other' | null
    connectionState: 'yes' | 'no' | 'unknown'
    notUnderstood: readonly ('routerBrand' | 'platform' | 'connectionState' | 'isp')[]
    routeTargets: readonly {
      order: number
      kind: 'personal-router' | 'isp-equipment' | 'vendor-hostname' | 'app'
      label: string
      url: string | null
      reason: string
      handoff: { open: 'browser' | 'app' | 'settings'; url: string | null; app: string | null; expect: string; ifFails: string }
    }[]
    gatewaySteps: {
      platform: string
      commands: readonly { shell: string; command: string; read: string }[]
      menu: readonly string[]
      notes: readonly string[]
    } | null
    checklist: readonly string[]
    stickerHints: readonly string[]
    warnings: readonly string[]
    caution: string | null
    nextActions: readonly {
      code: string
      label: string
      text: string
      tool?: string
      request?: Readonly<Record<string, unknown>>
      url?: string
    }[]
  }
  'ssl-check': {
    tool: string
    checkedAt: string
    elapsedMs: number
    headline: string
    good: boolean | null
    understood?: readonly { field: string; value: string | number }[]
    host: string
    port: number
    address: string | null
    outcome: 'handshake' | 'connect-failed' | 'no-tls' | 'timeout'
    reason: string | null
    failedLayer: 'dns' | 'tcp' | 'tls' | 'http' | 'icmp' | 'udp' | 'local' | null
    valid: boolean | null
    problems: readonly (
      | 'expired'
      | 'not-yet-valid'
      | 'hostname-mismatch'
      | 'self-signed'
      | 'untrusted-root'
      | 'incomplete-chain'
      | 'invalid-issuer'
      | 'wrong-purpose'
      | 'weak-key'
      | 'weak-signature'
      | 'weak-protocol'
      | 'expires-soon'
    )[]
    trusted: boolean | null
    hostnameMatch: boolean | null
    certificate: {
      subject: { commonName: string | null; organization: string | null; country: string | null }
      issuer: { commonName: string | null; organization: string | null; country: string | null }
      san: readonly string[]
      omitted: number
      validFrom: string
      validTo: string
      daysRemaining: number
      lifetimeUsedPercent: number
      serialNumber: string
      fingerprintSha256: string
      keyType: string
      keyBits: number | null
      signatureAlgorithm: string
    } | null
    chain: readonly { subject: string; issuer: string; validTo: string; fingerprintSha256: string }[]
    omitted: number
    chainIssue: 'none' | 'incomplete' | 'misordered' | 'self-signed' | 'untrusted-root' | null
    issuerUrl: string | null
    protocol: string | null
    cipher: string | null
    alpn: string | null
    keyExchange: string | null
    ocspStapled: boolean | null
    supportedProtocols: readonly { name: string; supported: boolean | null }[]
    nextActions: readonly {
      code: string
      label: string
      text: string
      tool?: string
      request?: Readonly<Record<string, unknown>>
      url?: string
    }[]
  }
  traceroute: {
    tool: string
    checkedAt: string
    elapsedMs: number
    headline: string
    good: boolean | null
    understood?: readonly { field: string; value: string | number }[]
    host: string
    unicodeHost?: string
    address: string
    maxHops: number
    method: 'udp' | 'icmp' | 'tcp'
    reached: boolean | null
    reason: string | null
    failedLayer: 'dns' | 'tcp' | 'tls' | 'http' | 'icmp' | 'udp' | 'local' | null
    hops: readonly {
      hop: number
      address: string | null
      addresses: readonly string[]
      hostname: string | null
      rttMs: readonly (number | null)[]
      asn: number | null
      organization: string | null
      city: string | null
      countryCode: string | null
      latitude: number | null
      longitude: number | null
      scope: string | null
      status: 'hop' | 'reached' | 'timeout' | 'unreachable' | 'hidden'
      reason: string | null
    }[]
    where: {
      verdict:
        | 'refused-by-device'
        | 'silent-device'
        | 'no-device'
        | 'wrong-address'
        | 'refused-at-address'
        | 'silent-at-address'
        | 'refused-on-the-way'
        | 'stopped-before'
        | 'router-reached'
        | 'cannot-tell'
      forwardingRule: 'proven' | 'not-seen' | null
      allPorts: boolean | null
      distance: number | null
      forwarders: number | null
      answeredAt: number | null
      stoppedAfter: { hop: number; address: string; asn: number | null; organization: string | null } | null
      evidence: readonly { hopLimit: number; from: 'path' | 'target' | 'other' | null; reason: string | null }[]
      packets: number
    } | null
    nextActions: readonly {
      code: string
      label: string
      text: string
      tool?: string
      request?: Readonly<Record<string, unknown>>
      url?: string
    }[]
  }
}

/** The events of each tool that has some, by its name. */
export interface ToolEvents {
  ping: {
    seq: number
    status: 'reply' | 'timeout' | 'unreachable' | 'error'
    reason: string | null
    failedLayer: 'dns' | 'tcp' | 'tls' | 'http' | 'icmp' | 'udp' | 'local' | null
    rttMs: number | null
    ttl: number | null
    from: string | null
  }
  'port-check': { hopLimit: number; from: 'path' | 'target' | 'other' | null; reason: string | null }
  reachability: {
    step: 'address' | 'nat' | 'name' | 'port' | 'service' | 'router'
    label: string
    status: 'ok' | 'problem' | 'unknown' | 'skipped'
    code: string
    summary: string
    tool: string | null
    result: Readonly<Record<string, unknown>> | null
  }
  traceroute: {
    hop: number
    address: string | null
    addresses: readonly string[]
    hostname: string | null
    rttMs: readonly (number | null)[]
    asn: number | null
    organization: string | null
    city: string | null
    countryCode: string | null
    latitude: number | null
    longitude: number | null
    scope: string | null
    status: 'hop' | 'reached' | 'timeout' | 'unreachable' | 'hidden'
    reason: string | null
  }
}
