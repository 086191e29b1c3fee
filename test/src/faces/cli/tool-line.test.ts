import { describe, expect, test } from 'bun:test'
import { type Field, fieldsOf } from '../../../../src/faces/cli/fields.ts'
import { settingsFor, ToolLine } from '../../../../src/faces/cli/tool-line.ts'
import type { NamedTool } from '../../../../src/operations/registry/tools.ts'
import { SWITCH_FLAGS } from '../../../../src/settings/command-line.ts'
import { ROWS } from '../../../../src/settings/options.ts'
import { defineTool, offline, t, usually } from '../../../../src/tool.ts'
import { namedTool, TOOLS } from '../../../support/process/named-tool.ts'

const OWN_FLAGS = ['json', 'lang', ...Object.keys(SWITCH_FLAGS)]
const namesOf = (fields: readonly Field[]) => fields.flatMap(({ name, flag }) => [name, flag])

describe('the names of fields and of settings', () => {
  test.each(TOOLS)('$name: no setting of a check has the name of a field, so that all are flags', (named) => {
    const all = settingsFor([]).map(({ flag }) => flag)
    expect(all).toContain('resolvers')
    expect(settingsFor(fieldsOf(named)).map(({ flag }) => flag)).toEqual(all)
    expect(namesOf(fieldsOf(named)).filter((name) => OWN_FLAGS.includes(name))).toEqual([])
  })

  test('a flag that is both a field and a setting of the server sets the field', () => {
    const shared = TOOLS.flatMap((named) => namesOf(fieldsOf(named)).filter((name) => ROWS.some(({ flag }) => flag === name)))
    expect([...new Set(shared)].toSorted()).toEqual(['host', 'port'])
  })
})

const plugIn: NamedTool = {
  name: 'plug-in',
  tool: defineTool({
    path: '/api/tools/plug-in',
    group: 'ip',
    policy: offline,
    body: t.Object({
      contact: t.String(),
      isDeep: usually(t.Boolean(), false),
      tags: t.Optional(t.Array(t.String())),
      extra: t.Optional(t.Object({ a: t.Integer() })),
      ratio: t.Optional(t.Union([t.Number(), t.Null()])),
    }),
    result: t.Object({}),
    headline: () => 'Done.',
    run: () => ({}),
  }),
}

describe('a plug-in', () => {
  const read = (...args: string[]) => new ToolLine(plugIn, args, {})

  test('takes every kind of value', () => {
    expect(read('me', '--is-deep', '--tags', 'a, b', '--tags=["c,d"]', '--extra', '{"a":1}', '--ratio=-0.5').body()).toEqual({
      contact: 'me',
      isDeep: true,
      tags: ['a', 'b', 'c,d'],
      extra: { a: 1 },
      ratio: -0.5,
    })
    expect(read('--contact', 'me', '--isDeep', 'FALSE').body()).toEqual({ contact: 'me', isDeep: false })
    // The schema judges whether this is a value.
    expect(read('me', '--ratio', 'half').body()).toEqual({ contact: 'me', ratio: 'half' })
    expect(() => read('me', '--extra', '{').body()).toThrow('--extra needs a value in JSON')
  })

  test('its field has precedence over a setting of the same name', () => {
    const line = read('--contact', 'me', '--deny-ports', '80')
    expect([line.body(), [...line.given]]).toEqual([{ contact: 'me' }, [['deny-ports', '80']]])
  })
})

describe('a tool', () => {
  const bodyOf = (name: string, args: readonly string[]) => new ToolLine(namedTool(name), args, {}).body()

  test.each([
    [['example.com', 'MX']],
    [['MX', '--domain', 'example.com']],
    [['--record-type', 'MX', 'example.com']],
    [['--recordType=MX', '--domain=example.com']],
  ])('takes its fields by their order, or by flags in either spelling: %j', (args) =>
    expect(bodyOf('dns-lookup', args)).toEqual({ domain: 'example.com', recordType: 'MX' }),
  )

  test.each([
    [['--ports', '8080/TCP,9000:80/udp']],
    [['--ports', '8080/tcp', '--ports', '9000:80/udp']],
    [['--ports', '[{"port":8080,"protocol":"tcp"},{"port":80,"externalPort":9000,"protocol":"udp"}]']],
  ])('takes ports in short and as JSON: %j', (args) => {
    const ports = [
      { port: 8080, protocol: 'tcp' },
      { port: 80, externalPort: 9000, protocol: 'udp' },
    ]
    expect(bodyOf('port-forward-plan', args)).toEqual({ ports })
  })

  test.each([
    [[], {}, 'en'],
    [[], { LANG: 'C.UTF-8' }, 'en'],
    [[], { LANG: 'ko_KR.UTF-8' }, 'ko'],
    [[], { LC_ALL: 'en_US.UTF-8', LANG: 'ko_KR.UTF-8' }, 'en'],
    [['--lang', 'ko'], { LANG: 'en_US.UTF-8' }, 'ko'],
    [['--lang=EN'], { LANG: 'ko_KR' }, 'en'],
  ])('speaks the language of --lang, otherwise that of the terminal: %j %j', (args, environment, locale) =>
    expect(new ToolLine(namedTool('ip'), args, environment).locale).toBe(locale as 'en'),
  )
})
