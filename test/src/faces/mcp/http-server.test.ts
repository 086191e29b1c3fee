// The official client of both generations against the real program, over HTTP.
import { describe, expect, test } from 'bun:test'
import { callOver, clientOver, ERAS, messagesOf, modern, postMcp } from '../../../support/mcp/clients.ts'
import { bodyOf, postTool } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared.ts'

const FROM = { 'x-forwarded-for': '8.8.8.8' }
/** Loopback is a target that the operator allows here. */
const LOOPBACK = { 'x-forwarded-for': '127.0.0.1' }

const server = await sharedServer({ args: ['--trusted-proxies', '127.0.0.1', '--allow-targets', '127.0.0.0/8'] })

describe.each(ERAS)('a client of %s', (version, mode) => {
  test('gets the instructions of the server', async () => {
    await using client = await clientOver(server.url, mode)
    expect(client.getServerVersion()).toMatchObject({ name: 'doorstep' })
    expect(client.getInstructions()).toContain('reachability, ip-json, ip, port-check, ddns-match')
    expect(client.getNegotiatedProtocolVersion()).toBe(version)
    expect(Object.keys(client.getServerCapabilities() ?? {})).toEqual(['tools'])
  })

  test('lists every operation, those needed first at the top', async () => {
    await using client = await clientOver(server.url, mode)
    const { tools } = await client.listTools()
    const known = (await bodyOf(await fetch(`${server.url}/api/tools`))).tools.map(({ name }: { name: string }) => name)
    expect(tools.map(({ name }) => name).toSorted()).toEqual([...known, 'catalog', 'limits'].toSorted())
    expect(tools.slice(0, 4).map(({ name }) => name)).toEqual(['reachability', 'ip-json', 'ip', 'port-check'])
    for (const { title, description, outputSchema, annotations } of tools)
      expect([title, description, outputSchema?.type, annotations?.readOnlyHint]).toEqual([
        expect.stringMatching(/^[A-Z]/),
        expect.stringMatching(/\.$/),
        'object',
        true,
      ])
    // A choice of words is one list.
    const check = JSON.stringify(tools.find(({ name }) => name === 'port-check'))
    expect(check).toContain('"enum":["tcp","udp"]')
  })

  // The client checks structured content against the schema of the list, and throws if it does not fit.
  test.each([
    ['ip', {}, FROM],
    ['limits', {}, FROM],
    ['catalog', { words: 'minecraft' }, FROM],
    ['ip-location', { ip: '8.8.8.8' }, FROM],
    ['port-forward-plan', { useCase: 'minecraft-java', routerBrand: 'iptime' }, FROM],
    ['reachability', { port: 1 }, LOOPBACK],
  ])('gets an answer that fits its schema from %s', async (name, body, headers) => {
    await using client = await clientOver(server.url, mode, headers)
    await client.listTools()
    const result = await client.callTool({ name, arguments: body })
    expect(result.isError).toBeFalsy()
    expect(result.content).toHaveLength(1)
    expect(result.structuredContent).toBeObject()
  })

  test('hears of the steps while they happen', async () => {
    await using client = await clientOver(server.url, mode, LOOPBACK)
    const heard: [number, string | undefined][] = []
    const asked = { name: 'reachability', arguments: { port: 1 } }
    await client.callTool(asked, { onprogress: ({ progress, message }) => heard.push([progress, message]) })
    expect(heard.map(([progress]) => progress)).toEqual([1, 2, 3, 4, 5, 6])
    for (const [, message] of heard) expect(message?.length).toBeGreaterThan(5)
    // Events of a tool that prints them come as a terminal shows them.
    const ping = { name: 'ping', arguments: { host: '127.0.0.1', count: 1 } }
    await client.callTool(ping, { onprogress: ({ progress, message }) => heard.push([progress, message]) })
    expect(heard.at(-1)?.[1]).toMatch(/^reply from 127\.0\.0\.1: icmp_seq=1 /)
  })

  test('reads a refusal, and an error for an unknown tool', async () => {
    await using client = await clientOver(server.url, mode, FROM)
    const refused = await client.callTool({ name: 'ping', arguments: { host: '10.1.2.3' } })
    expect(refused).toMatchObject({
      isError: true,
      _meta: { 'doorstep/problem': { code: 'target-not-public', field: 'host' } },
    })
    expect(refused.structuredContent).toBeUndefined()
    expect(client.callTool({ name: 'nonesuch', arguments: {} })).rejects.toThrow('There is no tool named nonesuch')
  })

  test('chooses the language by the header, and by _meta before it', async () => {
    await using client = await clientOver(server.url, mode, { ...FROM, 'accept-language': 'ko' })
    const { tools } = await client.listTools()
    expect(tools[0]?.title).toMatch(/[가-힣]/)
    expect(client.getInstructions()).toMatch(/[가-힣]/)
    const call = (meta?: Record<string, unknown>) =>
      client.callTool({ name: 'ip-location', arguments: { ip: '8.8.8.8' }, ...(meta && { _meta: meta }) })
    expect((await call()).structuredContent).toMatchObject({ country: '미국' })
    expect((await call({ 'doorstep/language': 'en-GB' })).structuredContent).toMatchObject({ country: 'United States' })
  })
})

test('an answer is the one that HTTP gives, and its text too', async () => {
  const body = { ip: '2606:4700:4700::1111' }
  const { content, structuredContent } = await callOver(server.url, 'ip-lookup', body)
  const { checkedAt, elapsedMs, ...rest } = await bodyOf(await postTool(server.url, 'ip-lookup', body))
  expect(structuredContent).toMatchObject(rest)
  const text = await (await postTool(server.url, 'ip-lookup', body, { accept: 'text/plain' })).text()
  expect(content).toEqual([{ type: 'text', text: text.trimEnd() }])
})

test('a client that subscribes to changes learns that there will be none, and is not kept waiting', async () => {
  const { message, headers } = modern('subscriptions/listen', { notifications: { toolsListChanged: true } })
  expect(await messagesOf(await postMcp(server.url, message, headers))).toHaveLength(2)
})
