// Every defence in SECURITY.md names the tests that show it, and they are there.
import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BUDGET } from '../../src/net/budget.ts'
import { OPTIONS } from '../../src/settings/options.ts'
import { ROOT } from '../support/server.ts'

const PAGE = readFileSync(join(ROOT, '.github', 'SECURITY.md'), 'utf8')

/** Returns the text under a heading, down to the next one of its level. */
const section = (page: string, title: string): string => page.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? ''

type Defence = { readonly attack: string; readonly tests: readonly string[] }

function defencesOf(page: string): Defence[] {
  const rows = section(page, 'What is defended').match(/^\| .*\|$/gm) ?? []
  return rows
    .map((row) => row.split('|').map((cell) => cell.trim()))
    .filter(([, attack = '']) => attack !== 'attack' && !/^-+$/.test(attack))
    .map(([, attack = '', , tests = '']) => ({ attack, tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file) }))
}

/** Defences without a test, or with one that is not there. */
function unproven(defences: readonly Defence[]): Defence[] {
  const isTest = (file: string) => /^test\/.*\.test\.ts$/.test(file) && existsSync(join(ROOT, file))
  return defences.filter(({ tests }) => tests.length === 0 || !tests.every(isTest))
}

describe('SECURITY.md', () => {
  test('names a test that is there for every defence', () => {
    const defences = defencesOf(PAGE)
    expect(defences.length).toBeGreaterThan(20)
    expect(unproven(defences)).toEqual([])
  })

  test('has the numbers of the budget', () => {
    expect(PAGE).toContain(`${BUDGET.questions} queries, ${BUDGET.questionsAnAddress} to one address`)
    expect(PAGE).toContain(`${BUDGET.connections} connections to ${BUDGET.addresses} addresses`)
    expect(PAGE).toContain(`At most ${BUDGET.probes} packets`)
    expect(PAGE).toContain(`within ${BUDGET.bytesRead / 1024 / 1024} MiB`)
  })

  test('names settings that there are', () => {
    const flags = Object.values(OPTIONS).map(({ flag }) => flag.replace(/^--/, ''))
    const named = [...PAGE.matchAll(/`--([a-z-]+)`/g)].map(([, name = '']) => name).filter((name) => name !== 'version')
    expect(named).toContain('deny-targets')
    expect(named.filter((name) => !flags.includes(name))).toEqual([])
  })

  test('says how to report, and what is not defended', () => {
    expect(section(PAGE, 'Reporting a vulnerability')).toContain('private vulnerability reporting')
    expect(section(PAGE, 'What is not defended').match(/^- \*\*/gm)?.length).toBeGreaterThan(5)
  })
})
