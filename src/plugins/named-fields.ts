import { type Both, both } from '../platform/misfit.ts'
import type { Tool } from '../tool.ts'

/** Returns the mistakes in what a tool says of the fields of its result. */
export function namedFieldFaults({ good, details, short, result }: Tool): Both[] {
  return [...goodFaults(good, result), ...detailFaults(details, result), ...shortFaults(short, result)]
}

/** Written in JavaScript, they may be anything. */
function goodFaults(good: unknown, result: Tool['result']): Both[] {
  if (good === null) return []
  const isShaped =
    typeof good === 'object' && good !== undefined && 'field' in good && 'values' in good && Array.isArray(good.values)
  if (!isShaped) return [both('has a good finding that is not { field, values }', 'good 값이 { field, values } 형식이 아닙니다')]
  if (isFieldOf(result, good.field)) return []
  return [
    both(
      `has a good finding in the field "${good.field}", which its result does not have`,
      `good에 적힌 "${good.field}" 필드가 결과에 없습니다`,
    ),
  ]
}

function detailFaults(details: unknown, result: Tool['result']): Both[] {
  if (!Array.isArray(details)) return [both('has details that are not a list of fields', 'details가 필드 목록이 아닙니다')]
  return details
    .filter((field) => !isFieldOf(result, field))
    .map((field) =>
      both(`has the detail "${field}", which its result does not have`, `details에 적힌 "${field}" 필드가 결과에 없습니다`),
    )
}

function shortFaults(short: unknown, result: Tool['result']): Both[] {
  if (short === null) return []
  const field = typeof short === 'object' && short !== undefined && 'field' in short ? short.field : undefined
  if (isFieldOf(result, field)) return []
  return [
    both(
      `has a short value in the field "${field}", which its result does not have`,
      `short에 적힌 "${field}" 필드가 결과에 없습니다`,
    ),
  ]
}

function isFieldOf({ properties = {} }: Tool['result'], field: unknown): boolean {
  return typeof field === 'string' && Object.hasOwn(properties, field)
}
