import { describe, expect, test } from 'bun:test'
import { Refusal } from '../../../../src/contract/problem.ts'
import { renderText } from '../../../../src/faces/text/render.ts'
import { FakeGateway, gateway, JumpingClock, runIn } from '../../../support/home/opening.ts'
import { runLine } from '../../../support/process/command-line.ts'

const PORT = 25_565

describe('what a plan would refuse', () => {
  test.each([
    [{ port: 3389 }, 'tcp', 'port 3389 is its usual one'],
    [{ port: 6000, externalPort: 3389 }, 'tcp', 'port 3389 is its usual one'],
    [{ port: 1900, protocol: 'both' }, 'udp', 'Port 1900 is one of the first that attackers try.'],
  ])('%p is asked for with --anyway alone', async (body, protocol, words) => {
    const v4 = gateway()
    const refused = await runIn('open', { v4 }, { ...body, for: '1m' }).catch((error: unknown) => error)
    if (!(refused instanceof Refusal)) throw new Error('it was not refused')
    expect(refused.detail('en')).toContain(words)
    expect(refused.detail('ko')).toContain('--anyway')
    expect(v4.asked).toEqual([])
    const { answer } = await runIn('open', { v4 }, { ...body, for: '1m', anyway: true })
    expect(answer).toMatchObject({ status: 'closed', rules: expect.arrayContaining([expect.objectContaining({ protocol })]) })
  })
})

describe('on the command line', () => {
  test('a time that is not one, or longer than a day, is refused before anything is asked', async () => {
    for (const time of ['25h', 'soon', '0m']) {
      const { code, out, err } = await runLine(['open', String(PORT), '--for', time])
      expect([code, out]).toEqual([2, ''])
      expect(err).toContain('A time is written like 90s, 45m or 2h, and is at most 24h.')
    }
  })

  test('a port that should stay shut is refused, in both languages', async () => {
    const [english, korean] = [await runLine(['open', '3389']), await runLine(['open', '3389', '--lang', 'ko'])]
    expect([english.code, korean.code]).toEqual([2, 2])
    expect(english.err).toContain('If you are sure, add --anyway.')
    expect(korean.err).toContain('그래도 열려면 --anyway를 붙이십시오.')
  })
})

describe('the text', () => {
  const printed = async (locale: 'en' | 'ko', prepare: (v4: FakeGateway) => void = () => {}) => {
    const v4 = new FakeGateway(new JumpingClock(), ['pcp', 'upnp'])
    prepare(v4)
    const { named, result, answer } = await runIn('open', { v4 }, { port: PORT, for: '1m' }, { locale })
    return renderText(named, { result, answer }, locale)
  }

  test('says what was open, and what became of it', async () => {
    expect(await printed('en')).toBe(
      [
        `The router opened TCP port ${PORT} to this computer, and has taken the rule back.`,
        '',
        `- Rule (PCP): TCP port ${PORT} at 9.9.9.9 to port ${PORT} of this computer: taken back.`,
        '',
        `1. Have a doorstep on the internet look as well: doorstep open ${PORT} --server URL (URL is its address)`,
        '',
      ].join('\n'),
    )
    expect(await printed('ko')).toStartWith(
      `공유기에 TCP ${PORT}번 포트의 규칙을 추가했다가 다시 삭제했습니다.\n\n- 9.9.9.9의 TCP ${PORT}번 포트 → `,
    )
  })
})
