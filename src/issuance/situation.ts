import type { Advice, Situation } from '../advice/index.ts'
import { type Aim, adviceAt } from './fixes.ts'
import type { Judgement, MethodJudgement } from './judge.ts'

/** Returns the situation of whoever asks: null where the name is no matter of theirs, or nothing stands between it and them but records of other kinds. */
export function situationOf(
  aim: Aim,
  { best }: Judgement,
  { problems }: MethodJudgement,
  elsewhere: Advice | null,
): Situation | null {
  const { addresses } = aim.facts
  const own = addresses.find(({ isRequester }) => isRequester)
  if (best !== null) return own ? 'open' : null
  if (elsewhere) return elsewhere.situation
  if (problems.some(({ code }) => code === 'no-records')) return 'name-missing'
  if (addresses.length > 0 && addresses.every(({ kind }) => kind === 'reserved')) return 'name-private'
  const ofOwn = problems.filter(({ address }) => address === own?.address.text)
  return ofOwn.map((problem) => adviceAt(problem, aim)).find((advice) => advice !== null)?.situation ?? null
}
