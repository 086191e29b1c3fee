import type { Registry } from 'prom-client'

/** The counters of a process, as they are sent to another. */
export type Samples = Awaited<ReturnType<Registry['getMetricsAsJSON']>>
