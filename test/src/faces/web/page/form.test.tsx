// Forms, as they are first drawn.
import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { Form } from '../../../../../src/faces/web/page/tool-view.tsx'
import { bodySchemaIn } from '../../../../../src/registry/describe.ts'
import { manifest } from '../../../../../src/registry/manifest.gen.ts'
import { toolsOf } from '../../../../../src/registry/tools.ts'

const nothing = () => {}

function formOf(name: string, link = ''): string {
  const tool = toolsOf(manifest).find((one) => one.name === name)?.tool
  const schema = (tool && bodySchemaIn(tool, 'en')) ?? {}
  const linked = new URLSearchParams(link)
  return renderToStaticMarkup(
    <Form
      tool={name}
      schema={schema}
      linked={linked}
      problem={null}
      isRunning={false}
      run={nothing}
      stop={nothing}
      forget={nothing}
    />,
  )
}

const optionsOf = (form: string, field: string) => {
  const [, select = ''] = new RegExp(`<select id="${field}".*?>(.*?)</select>`).exec(form) ?? []
  return [...select.matchAll(/<option.*?>(.*?)<\/option>/g)].map(([, word]) => word)
}

test('examples are not taken for values', () => {
  expect(formOf('router-login-route')).toContain('placeholder="e.g. 192.168.0.1"')
  for (const name of ['router-login-route', 'port-forward-plan', 'reachability'])
    for (const [, placeholder] of formOf(name).matchAll(/placeholder="(.*?)"/g)) expect(placeholder).toStartWith('e.g. ')
})

test('choices have words, and a yes or no is a box', () => {
  const login = formOf('router-login-route')
  expect(optionsOf(login, 'field-connectionState')).toEqual(['Not given', 'Yes', 'No', 'Not sure'])
  expect(login).toContain('<select id="field-platform"')
  expect(optionsOf(formOf('port-forward-plan'), 'field-ports-0-protocol')).toEqual(['Not given', 'TCP', 'UDP', 'TCP and UDP'])
  expect(formOf('port-check')).toMatch(/<input id="field-explain" .*?type="checkbox" checked/)
})

test('it says which field is needed, or that one of some is, and the rest is folded', () => {
  expect(formOf('ping').match(/ needed</g)).toHaveLength(1)
  const plan = formOf('port-forward-plan')
  expect(plan).toContain('Fill in one of these: Service, Ports.')
  expect(plan).not.toContain(' needed<')
  expect(plan).toMatch(/<details class="more-fields"><summary>More options<\/summary>.*?field-isp.*?<\/details>/)
  expect(plan.indexOf('field-internalIp')).toBeLessThan(plan.indexOf('<details'))
})

test('what a link gives is shown, wherever it stands', () => {
  expect(formOf('port-forward-plan', 'isp=kt')).toContain('<details class="more-fields" open>')
  const wrong = formOf('dns-lookup', 'name=example.com&recordType=ZZZ')
  expect(wrong).toContain('They were left out: name')
  expect(optionsOf(wrong, 'field-recordType').at(-1)).toBe('ZZZ')
  expect(formOf('dns-lookup', 'domain=a.example&recordType=mx')).toContain('<option value="MX" selected>')
})

test('the parts of a row have labels, and a lone row cannot be removed', () => {
  const plan = formOf('port-forward-plan')
  expect(plan).toContain('External port</label>')
  expect(plan).not.toContain('Remove this row')
  const two = formOf('port-forward-plan', `ports=${JSON.stringify([{ port: 80 }, { port: 81 }])}`)
  expect(two.match(/Remove this row/g)).toHaveLength(2)
  expect(two).toContain('aria-label="Ports, row 2"')
})
