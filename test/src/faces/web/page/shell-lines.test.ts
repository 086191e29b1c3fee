import { afterAll, beforeAll, expect, test } from 'bun:test'
import { commandLine, curlLine } from '../../../../../src/faces/web/page/api-reference.tsx'
import { describe } from '../../../../../src/operations/registry/describe.ts'
import { manifest } from '../../../../../src/operations/registry/manifest.gen.ts'
import { toolsOf } from '../../../../../src/operations/registry/tools.ts'

test('a shell reads every value as it is', () => {
  const request = { host: "it's $HOME `x`; rm", count: 4, ports: [{ port: 80 }], plain: 'example.com' }
  const line = commandLine('ping', request, null).replace('doorstep ping', "printf '%s\\n'")
  const { stdout } = Bun.spawnSync(['sh', '-c', line])
  const read = ['--host', request.host, '--count', '4', '--ports', '[{"port":80}]', '--plain', 'example.com']
  expect(stdout.toString().trim().split('\n')).toEqual(read)
})

test('a list of words has commas, as a person types it', () => {
  expect(commandLine('x', { methods: ['http-01', 'dns-01'] }, null)).toBe('doorstep x --methods http-01,dns-01')
  for (const words of [[], ['a b'], ['a,b'], ['-a'], [80]])
    expect(commandLine('x', { words }, null)).toBe(`doorstep x --words '${JSON.stringify(words)}'`)
})

const page: { document?: { baseURI: string } } = globalThis
beforeAll(() => {
  page.document = { baseURI: 'http://localhost:8080/' }
})
afterAll(() => {
  delete page.document
})

test('a line names this server where it looks from outside, and leaves out what the command takes by itself', () => {
  const line = (name: string, request: object) => {
    const tool = toolsOf(manifest).find((one) => one.name === name)
    return commandLine(name, { ...request }, tool ? describe(tool, 'en') : null)
  }
  const server = '--server http://localhost:8080'
  const checked = { port: 8443, protocol: 'tcp', explain: true }
  expect(line('port-check', checked)).toBe(`doorstep port-check --port 8443 ${server}`)
  expect(line('port-check', { ...checked, protocol: 'udp' })).toBe(`doorstep port-check --port 8443 --protocol udp ${server}`)
  expect(line('ddns-match', { hostname: 'nas.example.com' })).toBe(`doorstep ddns-match --hostname nas.example.com ${server}`)
  expect(line('ping', { host: 'example.com', count: 4 })).toBe('doorstep ping --host example.com')
})

test('curl sends a query, and what has a list or an object as a body', () => {
  expect(curlLine('ip-lookup', { ip: '8.8.8.8' })).toBe("curl -s 'http://localhost:8080/api/tools/ip-lookup?ip=8.8.8.8'")
  const hostile = "it's $HOME `x`&a=b;\n+%"
  const [, url = ''] = Bun.spawnSync(['sh', '-c', curlLine('x', { hostile, count: 4 }).replace('curl', "printf '%s\n'")])
    .stdout.toString()
    .split('\n')
  expect(Object.fromEntries(new URL(url).searchParams)).toEqual({ hostile, count: '4' })
  expect(curlLine('x', { ports: [{ port: 80 }] })).toBe(
    `curl -s http://localhost:8080/api/tools/x --json '{"ports":[{"port":80}]}'`,
  )
})
