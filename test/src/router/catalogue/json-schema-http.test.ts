// The schemas of catalogue files over HTTP: the same that `doorstep check --schema` prints.
import { expect, test } from 'bun:test'
import { PROGRAM } from '../../../support/executable.ts'
import { complaintOf } from '../../../support/process/plug-ins.ts'
import { EXAMPLES } from '../../../support/router/catalogue-folder.ts'
import { bodyOf, startServer } from '../../../support/server.ts'

test('all schemas, and each alone', async () => {
  await using server = await startServer()
  const path = `${server.url}/api/catalog/schema`
  const all = await bodyOf(await fetch(path))
  expect(all).toEqual(JSON.parse(complaintOf(PROGRAM, ['check', '--schema']).out))
  expect(Object.keys(all)).toEqual(['brands.json', 'use-cases.json', 'isps.json', 'platforms.json', 'ddns.json'])
  for (const [file, schema] of Object.entries(all)) {
    const answer = await fetch(`${path}/${file.replace('.json', '')}`)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(await bodyOf(answer)).toEqual(schema)
  }
  expect(all['brands.json'].items.required).toContain('id')
  expect(Object.keys(all['brands.json'].items.properties)).toEqual(
    expect.arrayContaining(Object.keys(JSON.parse(EXAMPLES['brands.json'])[0])),
  )
  expect((await fetch(`${path}/routers`)).status).toBe(404)
  expect((await fetch(path, { method: 'POST' })).headers.get('allow')).toBe('GET, HEAD, OPTIONS')
})
