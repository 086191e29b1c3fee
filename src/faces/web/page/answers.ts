/** Fields that the page knows of every answer. */
export interface ToolAnswer {
  readonly tool: string
  readonly checkedAt: string
  readonly elapsedMs: number
  readonly headline: string
  readonly nextActions?: readonly NextAction[]
  readonly [field: string]: unknown
}

export interface NextAction {
  readonly code: string
  /** Two to five words for a button. */
  readonly label: string
  readonly text: string
  readonly tool?: string
  readonly request?: Readonly<Record<string, unknown>>
  /** An address on the visitor's own network. */
  readonly url?: string
}

/** A refusal, RFC 9457. */
export interface Problem {
  readonly title: string
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly field?: string
  readonly errors?: readonly { readonly field: string; readonly message: string }[]
  readonly didYouMean?: readonly string[]
  readonly retryAfterS?: number
}

export interface ReachStep {
  readonly step: 'address' | 'nat' | 'name' | 'port' | 'service' | 'router'
  readonly label: string
  readonly status: 'ok' | 'problem' | 'unknown' | 'skipped'
  readonly code: string
  readonly summary: string
  readonly tool: string | null
  readonly result: Readonly<Record<string, unknown>> | null
}

export interface Reachability extends ToolAnswer {
  readonly verdict: 'reachable' | 'blocked' | 'cannot-tell' | 'not-needed'
  readonly steps: readonly ReachStep[]
  readonly blockedAt: ReachStep['step'] | null
  readonly nextStep: NextAction
  readonly families: readonly { readonly ip: string; readonly headline: string }[]
}

export interface Rule {
  readonly name: string
  readonly required: boolean
  readonly form: readonly { readonly label: string; readonly value: string }[]
}

export interface Lines {
  readonly kind: string
  readonly where: 'device' | 'router'
  readonly note?: string
  readonly lines: readonly string[]
}

export interface Plan {
  readonly service: { readonly id: string; readonly name: string }
  readonly router: { readonly name: string; readonly known: boolean; readonly feature: string }
  readonly menuPath: readonly string[]
  readonly rules: readonly Rule[]
  readonly commands: readonly Lines[]
  readonly alternatives: readonly { readonly name: string; readonly text: string; readonly lines: readonly string[] }[]
  readonly undo: readonly { readonly text: string; readonly lines: readonly string[] }[]
  readonly ipv6: { readonly text: string; readonly menuPath: readonly string[] | null } | null
  readonly securityNotes: readonly string[]
  readonly saferAlternative: string | null
  readonly forwardingWorks: 'yes' | 'no' | 'unknown'
  readonly notes?: readonly string[]
}

export interface Ping extends ToolAnswer {
  readonly host: string
  readonly address: string
  readonly status: string
  readonly packets: { readonly sent: number; readonly received: number; readonly lossPercent: number }
  readonly rttMs: { readonly min: number; readonly avg: number; readonly max: number; readonly stddev: number } | null
  readonly replies: readonly PingReply[]
}

export interface PingReply {
  readonly seq: number
  readonly status: string
  readonly rttMs: number | null
}

export interface Trace extends ToolAnswer {
  readonly host: string
  readonly address: string
  readonly reached: boolean
  readonly hops: readonly Hop[]
}

export interface Hop {
  readonly hop: number
  readonly address: string | null
  readonly hostname: string | null
  readonly rttMs: readonly (number | null)[]
  readonly asn: number | null
  readonly organization: string | null
  readonly countryCode: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly status: string
}

interface ResolverReply {
  readonly status: string
  readonly values: readonly string[]
  readonly ttl: number | null
}

export interface Propagation extends ToolAnswer {
  readonly domain: string
  readonly recordType: string
  readonly verdict: string
  readonly answers: readonly (ResolverReply & { readonly resolver: { readonly id: string; readonly address: string } })[]
  readonly authoritative: (ResolverReply & { readonly nameserver: string }) | null
}

export interface Certificates extends ToolAnswer {
  readonly host: string
  readonly port: number
  readonly outcome: string
  readonly valid: boolean
  readonly problems: readonly string[]
  readonly certificate: {
    readonly subject: { readonly commonName: string | null }
    readonly issuer: { readonly commonName: string | null; readonly organization: string | null }
    readonly san: readonly string[]
    readonly validFrom: string
    readonly validTo: string
    readonly daysRemaining: number
    readonly lifetimeUsedPercent: number
    readonly keyType: string
    readonly keyBits: number | null
  } | null
  readonly chain: readonly {
    readonly subject: string
    readonly issuer: string
    readonly validTo: string
    readonly fingerprintSha256: string
  }[]
  readonly chainIssue: string | null
  readonly protocol: string | null
  readonly supportedProtocols: readonly { readonly name: string; readonly supported: boolean | null }[]
}

export interface HeaderList extends ToolAnswer {
  readonly outcome: string
  readonly finalUrl: string
  readonly status: number | null
  readonly statusText: string | null
  readonly headers: readonly { readonly name: string; readonly value: string }[] | null
  readonly redirects: readonly { readonly url: string; readonly status: number; readonly location: string }[]
}

export interface PortFinding extends ToolAnswer {
  readonly ip: string
  readonly port: number
  readonly protocol: string
  readonly status: string
  readonly reason: string | null
  readonly latencyMs: number | null
  readonly service: string | null
  /** Absent from a server of an earlier version. */
  readonly words?: { readonly way: string | null; readonly meaning: string | null; readonly identity: string | null }
}

export interface LoginRoute extends ToolAnswer {
  readonly topologyReason?: string
  readonly routeTargets: readonly {
    readonly order: number
    readonly label: string
    readonly url: string | null
    readonly reason: string
    readonly handoff: {
      readonly url: string | null
      readonly app: string | null
      readonly expect: string
      readonly ifFails: string
    }
  }[]
  readonly checklist: readonly string[]
  readonly stickerHints: readonly string[]
  readonly warnings: readonly string[]
}
