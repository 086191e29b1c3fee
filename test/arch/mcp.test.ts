// What agents and registries are given about the Model Context Protocol.
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pkg from '../../package.json' with { type: 'json' }
import entry from '../../server.json' with { type: 'json' }
import { MCP_PATH } from '../../src/faces/http/origin.ts'
import { PROGRAM } from '../support/executable.ts'
import { ROOT } from '../support/server.ts'

test('docs/agents.md gives agents what there is', () => {
  const blocks = readFileSync(join(ROOT, 'docs', 'agents.md'), 'utf8').matchAll(/^```json\n([\s\S]*?)^```$/gm)
  const servers = [...blocks].flatMap(([, block = '']) => Object.values(JSON.parse(block).mcpServers ?? {}))
  expect(servers).toEqual([
    { type: 'http', url: `https://your.server${MCP_PATH}` },
    { command: 'doorstep', args: ['mcp', '--server', 'https://your.server'] },
    { command: 'doorstep', args: ['mcp', '--home', '--server', 'https://your.server'] },
  ])
  const help = Bun.spawnSync([...PROGRAM, 'mcp', '--help'])
  expect([help.exitCode, help.stdout.toString()]).toEqual([0, expect.stringContaining('\n  mcp ')])
})

/** The rules of the schema 2025-12-11 that apply to an entry without packages. */
test('server.json is an entry that registries accept, for a server that everybody runs themselves', () => {
  const { $schema, name, title, description, version, remotes, ...others } = entry
  expect($schema).toBe('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json')
  expect(name).toMatch(/^(?=.{3,200}$)[a-z0-9-]+(\.[a-z0-9-]+)+\/[a-zA-Z0-9]([a-zA-Z0-9._-]*[a-zA-Z0-9])?$/)
  expect([title, version]).toEqual([pkg.name, pkg.version])
  expect(description.length).toBeWithin(1, 101)
  expect([others, remotes.length]).toEqual([{}, 1])
  for (const { type, url, variables, ...more } of remotes) {
    expect([type, more]).toEqual(['streamable-http', {}])
    expect(url).toMatch(/^(https?:\/\/\S+|\{[a-zA-Z_][a-zA-Z0-9_]*\}\S*)$/)
    const named = [...url.matchAll(/\{([^{}]*)\}/g)].map(([, variable]) => variable)
    expect(Object.keys(variables)).toEqual(named as string[])
    for (const input of Object.values(variables)) {
      expect(Object.keys(input).toSorted()).toEqual(['description', 'format', 'isRequired', 'placeholder'])
      expect(input).toMatchObject({ format: 'string', isRequired: true })
    }
    const filled = url.replace('{origin}', variables.origin.placeholder)
    expect(new URL(filled).href).toBe(`https://ip.example.com${MCP_PATH}`)
  }
})
