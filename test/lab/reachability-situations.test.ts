// Homes as people describe them: what they are told agrees with the plan, and is the thing that an expert would say first.

import { describe, expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DNS_LAB_NEEDS, type DnsLab, dnsLabOfFile } from '../support/dns/lab.ts'
import { labTest } from '../support/lab.ts'
import { portsOpen, run } from '../support/net/namespace.ts'
import { catalogueFolder } from '../support/router/catalogue-folder.ts'
import { followedCodes } from '../support/router/guidance.ts'
import { HOME, HOME6, OPEN_PORTS, SILENT, SITUATIONS, type Situation } from '../support/router/reachability-situations.ts'
import { bodyOf, postTool, ROOT, type Server } from '../support/server.ts'
import { shared } from '../support/shared.ts'

const NEEDS = { ...DNS_LAB_NEEDS, programs: [...DNS_LAB_NEEDS.programs, 'nft'] }
const RUNS = `
for (const hostname of ${JSON.stringify([HOME, HOME6])})
  for (const port of ${JSON.stringify(OPEN_PORTS)}) Bun.listen({ hostname, port, socket: { data() {} } })
setInterval(() => {}, 1000)
`
const RECORDS = `
shared A 100.72.3.4
lan A 192.168.1.20
self A 127.0.0.1
dual A ${HOME}
dual AAAA 2001:db8:77::20
right A ${HOME}
six AAAA ${HOME6}
six A 198.18.40.77
`

const theLab = dnsLabOfFile()
const started = shared(() => theLab().then(startHome))

async function startHome({ namespace, startDoorstep, setZone, zoneText }: DnsLab): Promise<Server> {
  await namespace.addAddress(HOME, HOME6, SILENT, '198.18.40.22')
  await setZone('home.test', zoneText('home.test') + RECORDS)
  namespace.spawn([process.execPath, '-e', RUNS])
  const drop = `table inet doorstep {\nchain input {\ntype filter hook input priority 0\nip daddr ${SILENT} meta l4proto { tcp, udp } drop\n}\n}\n`
  await run(namespace.inside(['nft', '-f', '-']), { input: drop })
  await portsOpen(namespace, OPEN_PORTS)
  const web = { ports: '80,443,8080', protocol: 'tcp', note: { en: 'Some lines.', ko: '일부 회선.' } }
  const isps: { id: string }[] = JSON.parse(readFileSync(join(ROOT, 'data', 'router', 'isps.json'), 'utf8'))
  const blocking = isps.filter(({ id }) => id === 'lg-uplus').map((isp) => ({ ...isp, mayBlock: [web] }))
  using folder = catalogueFolder({ 'isps.json': blocking })
  return await startDoorstep({ args: ['--trusted-proxies', namespace.peer4, '--catalog-dir', folder.path] })
}

describe('a person who asks', () => {
  for (const situation of SITUATIONS)
    labTest(`${situation.language}: ${situation.title}`, NEEDS, async () => {
      const { url } = await started()
      await meets(url, situation)
    })
})

async function meets(url: string, { language, from, request, expected }: Situation): Promise<void> {
  const headers = { 'x-forwarded-for': from, 'accept-language': language }
  const [answer, shown] = await Promise.all([
    postTool(url, 'reachability', request, headers),
    postTool(url, 'reachability', request, { ...headers, accept: 'text/plain' }),
  ])
  const found = await bodyOf(answer)
  expect([answer.status, found.code ?? null]).toEqual([200, null])
  const text = await shown.text()
  const { verdict, blockedAt = null, next, also = [], steps = {}, says = [], never = [], ...fields } = expected
  expect(found).toMatchObject({ verdict, blockedAt, ...fields })
  expect(found.nextStep.code).toBe(next)
  expect(await followedCodes(url, found.nextActions, from)).toEqual(expect.arrayContaining([...also]))
  const byStep = Object.fromEntries(found.steps.map(({ step, code }: { step: string; code: string }) => [step, code]))
  expect(byStep).toMatchObject(steps)
  for (const words of says) expect(text).toMatch(words)
  for (const words of never) expect(text).not.toMatch(words)
  expect(/[가-힣]/.test(found.headline + found.nextStep.text)).toBe(language === 'ko')
}
