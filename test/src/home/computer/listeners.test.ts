import { describe, expect, test } from 'bun:test'
import { lookAtListeners } from '../../../../src/home/computer/linux.ts'
import { recordedSources } from '../../../support/home/recorded.ts'

const HEAD = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n'
const row = (local: string, state: string, inode: number, remote = '00000000:0000') =>
  `   0: ${local} ${remote} ${state} 00000000:00000000 00:00000000 00000000  1000        0 ${inode} 1 0000000000000000 100 0 0 10 0\n`
const ANY6 = '0'.repeat(32)
const LOOPBACK6 = '00000000000000000000000001000000'
const MAPPED6 = '0000000000000000FFFF00000100007F'
const PORT = { port: 25565, protocol: 'tcp' } as const
/** 25565 in hex. */
const P = '63DD'

const sockets = (four: string, six = '') => ({ '/proc/net/tcp': HEAD + four, '/proc/net/tcp6': HEAD + six })
const look = (files: Record<string, string>, rest: Partial<Parameters<typeof recordedSources>[0]> = {}) =>
  lookAtListeners(PORT, recordedSources({ files: { ...sockets(''), ...files }, ...rest })).then(({ listening }) => listening)

describe('what listens', () => {
  test('is nothing where only others listen, or connections have that port', async () => {
    const others = row('0100007F:0050', '0A', 1) + row(`0A01A8C0:${P}`, '01', 2, '010200C0:0400')
    expect([await look(sockets(others)), await look({})]).toEqual([null, null])
  })

  test('is named with its addresses, where its program can be seen', async () => {
    const files = { ...sockets(row(`00000000:${P}`, '0A', 77)), '/proc/42/comm': 'java\n', '/proc/41/comm': 'bash\n' }
    const links = { '/proc/41/fd/0': '/dev/null', '/proc/42/fd/7': 'socket:[77]' }
    const seen = { addresses: ['0.0.0.0'], onlyLoopback: false, family: 'ipv4' }
    expect(await look(files, { links })).toEqual({ ...seen, program: 'java', family: 'ipv4' })
    expect(await look(files)).toEqual({ ...seen, program: null, family: 'ipv4' })
  })

  test.each([
    ['loopback alone', row(`0100007F:${P}`, '0A', 1), row(`${LOOPBACK6}:${P}`, '0A', 2), ['127.0.0.1', '::1'], true, 'both'],
    ['loopback of IPv6, mapped', '', row(`${MAPPED6}:${P}`, '0A', 2), ['127.0.0.1'], true, 'ipv4'],
    [
      'loopback and one address',
      row(`0100007F:${P}`, '0A', 1) + row(`0A01A8C0:${P}`, '0A', 3),
      '',
      ['127.0.0.1', '192.168.1.10'],
      false,
      'ipv4',
    ],
    ['every address of both', row(`00000000:${P}`, '0A', 1), row(`${ANY6}:${P}`, '0A', 2), ['0.0.0.0', '::'], false, 'both'],
  ] as const)('on %s', async (_, four, six, addresses, onlyLoopback, family) => {
    expect(await look(sockets(four, six))).toMatchObject({ addresses: [...addresses], onlyLoopback, family })
  })

  test('on :: takes IPv4 as well unless it says otherwise', async () => {
    const files = sockets('', row(`${ANY6}:${P}`, '0A', 55))
    const ss = (mark: number) => ({ ss: `LISTEN 0 128 *:25565 *:* users:(("x",pid=1,fd=3)) ino:55 sk:1 v6only:${mark} <->\n` })
    expect(await look(files)).toMatchObject({ family: 'both' })
    expect(await look(files, { commands: ss(0) })).toMatchObject({ family: 'both' })
    expect(await look(files, { commands: ss(1) })).toMatchObject({ family: 'ipv6' })
  })
})

describe('a container', () => {
  const files = { '/run/docker.sock': '' }
  const docker = (ports: string) => ({ 'docker -H unix:///run/docker.sock ps': `web\t80/tcp\nmc\t${ports}\n` })

  test.each([
    ['0.0.0.0:25565->25565/tcp, [::]:25565->25565/tcp', ['0.0.0.0', '::'], 'both', false],
    ['0.0.0.0:25560-25570->25560-25570/tcp', ['0.0.0.0'], 'ipv4', false],
    [':::25565->80/tcp', ['::'], 'ipv6', false],
    ['127.0.0.1:25565->25565/tcp', ['127.0.0.1'], 'ipv4', true],
  ] as const)('that publishes %s listens, though no program does', async (ports, addresses, family, onlyLoopback) => {
    const found = await look(files, { commands: docker(ports) })
    expect(found).toEqual({ program: 'docker: mc', addresses: [...addresses], family, onlyLoopback })
  })

  test.each(['0.0.0.0:25565->25565/udp', '0.0.0.0:25566->25565/tcp', '25565/tcp', ''])(
    'that publishes %p does not',
    async (ports) => expect(await look(files, { commands: docker(ports) })).toBeNull(),
  )
})

describe('nothing is said about what listens', () => {
  const blind = { listening: null, isBlind: true } as const
  const look = (files: Record<string, string>, commands = {}) => lookAtListeners(PORT, recordedSources({ files, commands }))

  test('where the tables cannot be read', async () =>
    expect([await look({}), await look(sockets(''))]).toEqual([blind, { listening: null }]))

  test('where containers publish ports without a program, and cannot be seen', async () => {
    const files = { ...sockets(''), '/run/docker.sock': '', '/etc/docker/daemon.json': '{ "userland-proxy": false }' }
    expect([await look(files), await look(files, { docker: '' })]).toEqual([blind, { listening: null }])
    expect(await look({ ...files, '/etc/docker/daemon.json': '{}' })).toEqual({ listening: null })
    const taken = { ...files, ...sockets(row(`00000000:${P}`, '0A', 77)) }
    expect(await look(taken)).not.toHaveProperty('isBlind')
  })
})
