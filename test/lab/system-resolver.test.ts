// The resolver of the system is the one in resolv.conf at the moment of the question.
import { afterAll, expect } from 'bun:test'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DNS_LAB_NEEDS, dnsLabOfFile } from '../support/dns/lab.ts'
import { labTest } from '../support/lab.ts'
import { bodyOf, postTool, type Server } from '../support/server.ts'

const theLab = dnsLabOfFile()
let folder = ''
let server: Server | undefined
afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  if (folder !== '') rmSync(folder, { recursive: true })
})

/**
 * Looks a name up. `ip netns exec` lays the files of this folder over those of /etc. Written in place, since the file itself is laid over.
 */
async function look(resolvConf: string, domain = 'web.plain.test') {
  const lab = await theLab()
  folder = join('/etc/netns', lab.namespace.name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'resolv.conf'), resolvConf)
  server ??= await lab.startDoorstep({ args: ['--resolvers', 'local=system,b=198.18.53.11,c=198.18.53.12'] })
  const answer = await postTool(server.url, 'dns-lookup', { domain }, { 'accept-language': 'ko' })
  return bodyOf(answer)
}

labTest('one server', DNS_LAB_NEEDS, async () => {
  expect(await look('nameserver 198.18.53.10\n')).toMatchObject({
    status: 'noerror',
    resolver: { id: 'local', name: '시스템 DNS 서버', address: '198.18.53.10' },
  })
})

labTest('a change is seen at once; comments, options and search lists do no harm', DNS_LAB_NEEDS, async () => {
  const text = '# by hand\nsearch plain.test\noptions ndots:5 edns0\n ; nameserver 192.0.2.1\nnameserver 198.18.53.12 # here\n'
  expect(await look(text)).toMatchObject({ status: 'noerror', resolver: { address: '198.18.53.12' } })
  expect(await look(text, 'web.test')).toMatchObject({ status: 'nxdomain' })
})

labTest('IPv6', DNS_LAB_NEEDS, async () => {
  expect(await look('nameserver 2001:db8:53::10\n')).toMatchObject({
    status: 'noerror',
    resolver: { address: '2001:db8:53::10' },
  })
})

labTest('the next server where one is dead or refuses', DNS_LAB_NEEDS, async () => {
  for (const bad of ['198.18.53.99', '198.18.53.2', '10.53.0.1']) {
    const found = await look(`nameserver ${bad}\nnameserver 198.18.53.10\n`, 'a.root-servers.test')
    expect([bad, found.status, found.resolver.address]).toEqual([bad, 'noerror', '198.18.53.10'])
  }
})

labTest('none: this machine is asked, and is not there', DNS_LAB_NEEDS, async () => {
  expect(await look('')).toMatchObject({ status: 'error', reason: 'connection-refused', resolver: { address: '127.0.0.1' } })
})
