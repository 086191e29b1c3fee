// A plug-in on the page of the compiled file: a tool file in a folder, and not a line of page code.
import { expect } from 'bun:test'
import { answered, axeFindings, BEHIND_PROXY, browserTest, openBrowser, overflow, PHONE, visit } from '../support/page/page.ts'
import { plugInFolder } from '../support/process/plug-ins.ts'
import { startServer } from '../support/server.ts'

/** Every kind of field that a form draws, a sentence of its own for a refusal, progress, and an answer with depth. */
const WARRANTY = `import { defineText, defineTool, offline, oneOf, orNull, refusing, t, usually } from 'doorstep'

const text = defineText({
  en: {
    title: 'Check a warranty',
    summary: 'Until when a router is repaired for free',
    'label.serial': 'Serial number', 'field.serial': 'The number under the bar code.',
    'label.colour': 'Colour', 'field.colour': 'The colour of the case.',
    'label.years': 'Years', 'field.years': 'How many years were bought.',
    'label.isGift': 'Gift', 'field.isGift': 'Whether it was a present.',
    'not-sold': 'No router with the number {serial} was sold.',
    'covered': '{serial} is repaired for free until {until}.',
    'result.until': 'Free until', 'result.isCovered': 'Covered', 'result.state': 'State', 'result.batch': 'Batch',
    'value.state.covered': 'Still covered', 'value.colour.black': 'Coal black',
    group: 'Warranties',
  },
  ko: {
    title: '보증 확인',
    summary: '공유기의 무상 수리 기간을 알려 줍니다',
    'label.serial': '일련번호', 'field.serial': '바코드 아래에 있는 번호입니다.',
    'label.colour': '색상', 'field.colour': '제품의 색상입니다.',
    'label.years': '기간', 'field.years': '구매한 보증 기간(년)입니다.',
    'label.isGift': '선물', 'field.isGift': '선물로 받았는지 선택합니다.',
    'not-sold': '판매 기록이 없는 일련번호: {serial}.',
    'covered': '일련번호 {serial} 제품의 무상 수리 기한은 {until}입니다.',
    'result.until': '무상 수리 기한', 'result.isCovered': '보증 여부', 'result.state': '상태', 'result.batch': '생산 번호',
    'value.state.covered': '보증 기간 안', 'value.colour.black': '검은색',
    group: '제품 보증',
  },
})

export default defineTool({
  path: '/api/tools/warranty',
  group: 'warranties',
  text,
  policy: offline,
  body: t.Object({
    serial: refusing(t.String({ maxLength: 20, examples: ['SN-1'] }), 'unknown-value'),
    colour: oneOf('black', 'white'),
    years: usually(t.Integer({ minimum: 1, maximum: 5 }), 2),
    isGift: usually(t.Boolean(), false),
  }),
  result: t.Object({
    serial: t.String(),
    until: t.String(),
    isCovered: t.Boolean(),
    state: oneOf('covered', 'ended'),
    note: orNull(t.String()),
    batch: t.String(),
    parts: t.Array(t.Object({ name: t.String(), years: t.Integer(), sealed: t.Boolean(), grade: t.String() })),
  }),
  details: ['batch'],
  good: { field: 'isCovered', values: [true] },
  headline: ({ serial, until }, { say }) => say('covered', { serial, until }),
  run({ body: { serial, years = 2, isGift = false }, refuse }) {
    if (!serial.startsWith('SN-')) return refuse('not-sold', { serial }, { field: 'serial', code: 'unknown-value' })
    return {
      serial,
      until: String(2026 + years),
      isCovered: !isGift,
      state: 'covered',
      note: null,
      batch: 'B-9',
      parts: [{ name: 'Power supply', years, sealed: true, grade: 'A' }, { name: 'Case & <b>aerial</b>', years: 1, sealed: false, grade: 'B' }],
    }
  },
})
`

browserTest(
  'has a place in the list, a form with its fields and sentences, a refusal at its field, and a readable result, in both languages',
  async () => {
    using plugIns = plugInFolder({ 'warranty.ts': WARRANTY })
    await using server = await startServer({ args: [...BEHIND_PROXY, '--tools-dir', plugIns.folder] })
    await using browser = await openBrowser()
    const { page, said, foreign } = await visit(browser, server.url, { size: PHONE })
    await page.fill('.tools input', 'repaired')
    expect(await page.locator('.group a strong').allTextContents()).toEqual(['Check a warranty'])
    expect(await page.locator('.group h3').allTextContents()).toEqual(['Warranties'])
    await page.click('.group a:has-text("warranty")')
    await page.waitForSelector('.form')
    for (const words of ['Serial number', 'The number under the bar code.', 'Colour', 'Years', 'Whether it was a present.'])
      expect(await page.textContent('.form')).toContain(words)
    const asked: string[] = []
    page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()))
    await page.click('.form .main')
    await page.waitForSelector('.error:not(:empty)')
    expect(await page.textContent('#error-serial')).toBe('Fill in "Serial number".')
    expect(asked).toEqual([])
    await page.fill('#field-serial', 'XX-1')
    expect(await page.locator('#field-colour option').allTextContents()).toEqual(['Choose', 'Coal black', 'white'])
    await page.selectOption('#field-colour', 'white')
    await page.click('.form .main')
    await page.waitForSelector('.error[data-code=unknown-value]')
    // It stands at the field, which has the focus, and nowhere else.
    expect((await page.textContent('main'))?.split('No router with the number XX-1 was sold.')).toHaveLength(2)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('field-serial')
    await page.fill('#field-serial', 'SN-7')
    await page.fill('#field-years', '4')
    expect(await page.isChecked('#field-isGift')).toBe(false)
    await page.check('#field-isGift')
    await page.click('.form .main')
    await answered(page)
    await page.waitForSelector('.outcome .values dt:text-is("Covered")')
    const result = await page.locator('.outcome .told').innerText()
    for (const part of ['SN-7', '2030', 'Power supply', 'Case & <b>aerial</b>']) expect(result).toContain(part)
    expect(result).toMatch(/Covered\s+no/)
    expect(result).toMatch(/State\s+Still covered/)
    for (const part of ['B-9', 'Note', 'none', 'isCovered']) expect(result).not.toContain(part)
    await page.click('.outcome summary:has-text("Details")')
    expect(await page.locator('.outcome .told details .values').innerText()).toMatch(/Batch\s+B-9/)
    // On a phone, each row is a card with the labels of its columns.
    const label = await page
      .locator('td')
      .last()
      .evaluate((cell) => getComputedStyle(cell, '::before').content)
    expect(label).toBe('"Grade"')
    expect(result).not.toContain('{')
    expect(await overflow(page)).toBe(0)
    expect(await axeFindings(page)).toEqual([])
    await page.click('.language')
    await page.waitForFunction(() => document.querySelector('.form')?.textContent?.includes('바코드 아래'))
    await page.click('.asked button')
    await page.click('.form .main')
    await page.waitForSelector('[lang=ko] > .outcome .values')
    // A refusal is a 4xx, which browsers report.
    expect(said.filter((line) => !line.includes('status of 4'))).toEqual([])
    expect(foreign).toEqual([])
    const plain = await visit(browser, server.url, { options: { javaScriptEnabled: false } })
    await plain.page.click('summary:has-text("warranty")')
    await plain.page.fill('#plain-warranty-serial', 'SN-8')
    await plain.page.selectOption('#plain-warranty-colour', 'black')
    await plain.page.selectOption('#plain-warranty-isGift', 'true')
    await plain.page.click('#plain-warranty button')
    expect(await plain.page.locator('.outcome .values').first().innerText()).toMatch(/SN-8.*2028.*\bno\b/s)
    expect(await plain.page.inputValue('#plain-warranty-colour')).toBe('black')
  },
)
