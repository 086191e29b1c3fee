#!/usr/bin/env bun
/**
 * Processor time for a POST of an offline tool, ip-lookup, beside a bare server of the same runtime that checks the same body with the same
 * compiled schema and answers with the same JSON, without looking anything up. They take turns. Linux; needs wrk and util-linux.
 */
import { join } from 'node:path'
import { alone } from './suite/alone.ts'
import { type Bench, type Section, table } from './suite/section.ts'
import { OWN_HEADERS, startDoorstep, startServer } from './suite/servers.ts'
import { ratios, shown, spreadOf } from './suite/spread.ts'
import { load } from './suite/wrk.ts'

const ROUNDS = { quick: 4, full: 10 }
const SECONDS = 1
const PATH = '/api/tools/ip-lookup'
const BODY = JSON.stringify({ ip: '8.8.8.8' })

export async function post(bench: Bench): Promise<Section> {
  // The source on both sides: the executable of a release would win by its bytecode alone.
  const args = ['--rate-limit', 'off']
  const main = [process.execPath, join(import.meta.dirname, '..', 'src', 'main.ts')]
  const doorstep = await startDoorstep(bench, 'doorstep-post', args, PATH, main)
  const answer = await fetch(doorstep.url, { method: 'POST', body: BODY, headers: { 'content-type': 'application/json' } })
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !OWN_HEADERS.includes(name)))
  const peer = join(import.meta.dirname, 'peers', 'validated.ts')
  const text = await answer.text()
  const command = (port: number) => [process.execPath, peer, String(port), JSON.stringify(headers), text]
  const bare = await startServer(bench, 'validated', command, PATH)
  const costs = await inTurns(bench, [doorstep, bare])
  const [ours, theirs] = [costs.get(doorstep) ?? [], costs.get(bare) ?? []]
  const rows = [
    ['doorstep', shown(spreadOf(ours)), ''],
    ['bare `Bun.serve` that checks the body', shown(spreadOf(theirs)), shown(ratios(ours, theirs), 2)],
  ]
  const note = `\`POST ${PATH}\` with \`${BODY}\`, from the sources. The bare server does not look anything up.`
  return {
    title: 'A tool by POST',
    text: `${note}\n\n${table(['server', 'CPU for a request, µs', 'doorstep to it'], rows)}`,
    reached: { post: ratios(ours, theirs).median },
  }
}

/** Runs the servers in turn. The first round warms up and does not count. */
async function inTurns<One extends { readonly pid: number; readonly url: string }>(
  { children, cores, isQuick }: Bench,
  servers: readonly One[],
): Promise<Map<One, number[]>> {
  const costs = new Map(servers.map((server) => [server, [] as number[]]))
  for (let round = 0; round <= ROUNDS[isQuick ? 'quick' : 'full']; round++) {
    for (const server of servers) {
      const { pid, url } = server
      const script = ['post.lua', BODY] as const
      const { cpuPerRequest } = await load(children, pid, cores.client, { url, seconds: SECONDS, script })
      if (round > 0) costs.get(server)?.push(cpuPerRequest)
    }
  }
  return costs
}

if (import.meta.main) await alone(post)
