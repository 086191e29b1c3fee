import { Type } from '@sinclair/typebox'
import { Refusal } from '../../contract/problem.ts'
import { knownWords, refusing } from '../../contract/schema.ts'
import { RECORD_TYPES, type RecordType } from '../../net/dns/rdata.ts'
import { recordTypeText } from './told.text.ts'

/** Returns the schema of `recordType` as a tool takes it: any case, checked by `recordTypeOf`. */
export function recordTypeField(types: readonly RecordType[]) {
  return refusing(knownWords(Type.String({ examples: [...types], description: types.join(', ') }), types), 'unknown-value')
}

export const RECORD_TYPE_FIELD = recordTypeField(RECORD_TYPES)

/** Other names for types, and names of types that no longer exist on their own. */
const OTHER_NAMES: Record<string, RecordType> = { ALIAS: 'CNAME', ANAME: 'CNAME', REVERSE: 'PTR', SPF: 'TXT' }
const SHOWN_MAX = 40

/** Returns the record type that a text names, in any case; throws `unknown-value` with suggestions for anything else. */
export function recordTypeOf<Type extends RecordType>(text: string, supported: readonly Type[]): Type {
  const wanted = text.trim().toUpperCase()
  const found = supported.find((type) => type === wanted)
  if (found) return found
  const didYouMean = supported.filter((type) => OTHER_NAMES[wanted] === type || isNear(type, wanted))
  const slots = { type: text.slice(0, SHOWN_MAX), supported: supported.join(', ') }
  throw new Refusal('unknown-value', (locale) => recordTypeText.say(locale, 'unknown-record-type', slots), {
    field: 'recordType',
    didYouMean,
    supported,
  })
}

/** Returns whether a name has one letter too many or too few at the end. */
function isNear(type: string, wanted: string): boolean {
  const [short, long] = type.length < wanted.length ? [type, wanted] : [wanted, type]
  return short !== '' && long.startsWith(short) && long.length - short.length === 1
}
