// SIGHUP: what it reloads, what it logs, and files that are not regular.

import { describe, expect, test } from 'bun:test'
import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { smallMmdb } from '../../support/data/mmdb.ts'
import { labTest } from '../../support/lab.ts'
import { bodyOf, postTool, type Server, startServer } from '../../support/server.ts'
import { sharedFolder } from '../../support/shared.ts'
import { AUTHORITY, Pki } from '../../support/tls/pki.ts'
import { startOpenssl } from '../../support/tls/server.ts'

const folder = sharedFolder('reload')

const KOREA = smallMmdb({ '8.8.8.0/24': { country: { iso_code: 'KR' } } })
const FRANCE = smallMmdb({ '8.8.8.0/24': { country: { iso_code: 'FR' } } })
const NETWORK = smallMmdb({ '8.8.0.0/16': { asn: 'AS64500', name: 'Lab Net' } })

function put(name: string, content: Buffer | string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** Returns up to `count` log lines of one SIGHUP, without their times. */
async function hangUp(server: Server, count: number): Promise<Record<string, unknown>[]> {
  const before = server.output.length
  server.kill('SIGHUP')
  for (let tries = 0; tries < 250 && server.output.length < before + count; tries++) await Bun.sleep(20)
  return server.output.slice(before).map((line) => {
    const { time: _, ...rest } = JSON.parse(line)
    return rest
  })
}

describe('SIGHUP', () => {
  test('says that there is nothing to read where no file is named', async () => {
    await using server = await startServer()
    expect(await hangUp(server, 1)).toEqual([{ level: 'info', message: 'nothing to reload: no flag or variable names a file' }])
  })

  test('reads every file by itself, and logs the result of each', async () => {
    const city = put('city.mmdb', KOREA)
    const asn = put('asn.mmdb', NETWORK)
    const args = ['--trusted-proxies', '127.0.0.1', '--city-db', city]
    await using server = await startServer({ args, env: { DOORSTEP_ASN_DB: asn } })
    const answer = async () => bodyOf(await fetch(`${server.url}/api/ip/json`, { headers: { 'x-forwarded-for': '8.8.8.8' } }))
    expect(await answer()).toMatchObject({ countryCode: 'KR', asn: 64500 })
    put('city.mmdb', FRANCE)
    put('asn.mmdb', 'no database')
    expect(await hangUp(server, 2)).toEqual([
      { level: 'info', message: 'reloaded', what: '--city-db', path: city },
      {
        level: 'error',
        message: 'not reloaded: the previous version stays in use',
        what: '--asn-db',
        path: asn,
        reason: `${asn} is not an MMDB file: it has no metadata`,
      },
    ])
    expect(await answer()).toMatchObject({ countryCode: 'FR', asn: 64500 })
  })

  labTest('a pipe in the place of a file is refused at once, and the server goes on', { programs: ['mkfifo'] }, async () => {
    const city = put('piped.mmdb', KOREA)
    await using server = await startServer({ args: ['--city-db', city] })
    rmSync(city)
    Bun.spawnSync(['mkfifo', city])
    expect(await hangUp(server, 1)).toMatchObject([{ level: 'error', reason: `${city} is a FIFO, not a regular file` }])
    expect(await (await fetch(`${server.url}/api/ip`)).text()).toBe('127.0.0.1')
  })

  labTest('reads the roots of --extra-ca again', { programs: ['openssl'] }, async () => {
    using pki = new Pki()
    const [first, second] = [
      await pki.issue('first', { subject: '/CN=First Root', extensions: AUTHORITY, to: 3000 }),
      await pki.issue('second', { subject: '/CN=Second Root', extensions: AUTHORITY, to: 3000 }),
    ]
    const leaf = await pki.issue('leaf', { by: second, san: ['IP:127.0.0.1'], to: 90 })
    await using tls = await startOpenssl(leaf, null, [])
    const roots = join(folder, 'roots.pem')
    copyFileSync(first.certificate, roots)
    await using server = await startServer({ args: ['--allow-targets', '127.0.0.0/8', '--extra-ca', roots] })
    const trusted = async () =>
      (await bodyOf(await postTool(server.url, 'ssl-check', { host: '127.0.0.1', port: tls.port }))).trusted
    expect(await trusted()).toBe(false)
    copyFileSync(second.certificate, roots)
    expect(await hangUp(server, 1)).toMatchObject([{ level: 'info', message: 'reloaded', what: '--extra-ca' }])
    expect(await trusted()).toBe(true)
    writeFileSync(roots, 'nothing')
    expect(await hangUp(server, 1)).toMatchObject([{ reason: `${roots} does not contain a PEM certificate` }])
    expect(await trusted()).toBe(true)
  })
})
