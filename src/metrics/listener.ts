/** The format: https://prometheus.io/docs/instrumenting/exposition_formats/. */
export const METRICS_HEADERS = {
  'content-type': 'text/plain; version=0.0.4; charset=utf-8',
  'cache-control': 'no-store',
} as const
/** A scraper does not send a body. */
const MAX_BODY_BYTES = 1024

/** Answers at a path of the main port, asked here as there. */
export type Door = (request: Request, server: Bun.Server<undefined>) => Response | Promise<Response>

/** Serves the metrics, and probes at the paths of these doors, on a port that only the operator reaches. Throws the error of Bun if it cannot listen. */
export function serveMetrics(
  print: () => Promise<string>,
  doors: Readonly<Record<string, Door>>,
  { host, port }: { readonly host: string; readonly port: number },
): Bun.Server<undefined> {
  return Bun.serve({
    hostname: host,
    port,
    development: false,
    reusePort: false,
    maxRequestBodySize: MAX_BODY_BYTES,
    routes: {
      ...doors,
      '/metrics': { GET: async () => new Response(await print(), { headers: METRICS_HEADERS }) },
    },
    fetch: () =>
      new Response('metrics are at GET /metrics; where several workers run, GET /probe is answered by the main port alone\n', {
        status: 404,
      }),
  })
}
