import type { Database } from '../ipdata/database.ts'
import { type DatabaseId, embeddedDataset } from '../ipdata/embedded.ts'
import { answerOf, canariesOf } from './canaries.ts'
import { UpdateRefusal } from './refusal.ts'

/** The least share of the networks in use: data that have lost more were cut somewhere, or are about something else. */
const NETWORKS_MIN = 0.95
const AGREEING_MIN = 0.98

/** The evidence in favour of data that are taken. */
export interface Judgement {
  readonly canaries: number
  readonly agreeing: number
}

interface Judged {
  readonly candidate: Database
  readonly inUse: Database
  readonly embedded: Database
}

/** Compares data with those in use. Throws an UpdateRefusal if they cannot be what they claim to be. */
export function judge(id: DatabaseId, { candidate, inUse, embedded }: Judged): Judgement {
  const refuse = (en: string, ko: string) =>
    new UpdateRefusal(`the ${id} data are not taken: ${en}`, `${id} 데이터를 받아들이지 않습니다. ${ko}`)
  const { name, records } = candidate.dataset
  const before = inUse.dataset.records ?? embeddedDataset(id).records
  // Sources cut the same addresses into networks of different sizes.
  const isSameSource = name === inUse.dataset.name
  if (isSameSource && records !== null && before !== null && records < before * NETWORKS_MIN)
    throw refuse(
      `they have ${count(records)} networks, and those in use ${count(before)}: at least 95 % are required`,
      `네트워크가 ${count(records)}개로, 사용 중인 데이터(${count(before)}개)의 95%에 미치지 못합니다`,
    )
  return compare(id, candidate, embedded, refuse)
}

/** Compares fixed addresses: how many the data know, and how many they know as the embedded data do. */
function compare(
  id: DatabaseId,
  candidate: Database,
  embedded: Database,
  refuse: (en: string, ko: string) => UpdateRefusal,
): Judgement {
  const canaries = canariesOf(id, embedded)
  let [known, agreeing] = [0, 0]
  for (const address of canaries) {
    const answer = answerOf(id, candidate, address)
    if (answer !== null) known++
    if (answer === answerOf(id, embedded, address)) agreeing++
  }
  if (known < canaries.length * NETWORKS_MIN)
    throw refuse(
      `they know only ${count(known)} of ${count(canaries.length)} addresses that the embedded data know`,
      `내장된 데이터에 있는 주소 ${count(canaries.length)}개 중 ${count(known)}개만 있습니다`,
    )
  if (agreeing < canaries.length * AGREEING_MIN)
    throw refuse(
      `they agree with the embedded data on only ${count(agreeing)} of ${count(canaries.length)} addresses`,
      `주소 ${count(canaries.length)}개 중 ${count(agreeing)}개만 내장된 데이터와 일치합니다`,
    )
  return { canaries: canaries.length, agreeing }
}

function count(value: number): string {
  return value.toLocaleString('en')
}
