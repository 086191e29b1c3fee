/** https://prometheus.io/docs/instrumenting/exposition_formats/ */
export const METRICS_HEADERS = {
  'content-type': 'text/plain; version=0.0.4; charset=utf-8',
  'cache-control': 'no-store',
} as const
/** Whoever scrapes has no body to send. */
const MAX_BODY_BYTES = 1024

interface Place {
  readonly host: string
  readonly port: number
}

/** Serves the metrics, and nothing else, where only the operator reaches them. Throws what Bun throws if it cannot listen. */
export function serveMetrics(print: () => Promise<string>, { host, port }: Place): Bun.Server<undefined> {
  return Bun.serve({
    hostname: host,
    port,
    development: false,
    reusePort: false,
    maxRequestBodySize: MAX_BODY_BYTES,
    routes: {
      '/metrics': { GET: async () => new Response(await print(), { headers: METRICS_HEADERS }) },
    },
    fetch: () => new Response('metrics are at GET /metrics\n', { status: 404 }),
  })
}
