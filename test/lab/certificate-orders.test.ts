import { labTest } from '../support/lab.ts'
import { METHODS } from '../../src/issuance/fields.ts'
import { ACME_LAB_NEEDS, startAcmeLab } from '../support/acme/lab.ts'
import { SETUPS } from '../support/acme/setups.ts'

labTest('x', ACME_LAB_NEEDS, async () => {
  const t = performance.now()
  await using lab = await startAcmeLab(process.env.ONLY ? SETUPS.filter((s) => process.env.ONLY?.split(",").includes(s.label)) : SETUPS)
  console.log('up', performance.now() - t)
  const todo = [...lab.places]
  const work = async () => {
    for (let place = todo.shift(); place; place = todo.shift()) {
    const at = place
    await lab.check(at)
    await Promise.all(METHODS.map(async (method) => {
      const e = at.setup.expected[method]
      const t1 = performance.now()
      const o = await lab.order(at, method).catch((e) => ({ issued: false, why: 'THROWN ' + e }))
      const d = at.setup.differs?.[method]
      const issues = d?.issues ?? o.issued
      const bad = e === 'cannot-tell' ? 'open' : (e === 'would-work') === issues ? 'ok' : 'BAD'
      const useless = d && d.issues === o.issued ? 'USELESS' : ''
      console.log(Math.round(performance.now() - t), Math.round(performance.now() - t1), bad, useless, at.domain, method, 'expected', e, JSON.stringify(o).slice(0, 200))
    }))
    }
  }
  await Promise.all(Array.from({ length: 6 }, work))
  console.log('done', performance.now() - t)
})
