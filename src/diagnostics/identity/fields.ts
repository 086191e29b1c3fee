import { type Static, Type } from '@sinclair/typebox'
import { called, foreign, orNull } from '../../contract/schema.ts'

/** The words of a service about itself. */
export const IDENTITY = Type.Object(
  {
    kind: Type.String({
      description: 'the protocol in which it answered, such as "minecraft"; "router-page" is the page of the router itself',
    }),
    name: orNull(foreign(Type.String())),
    version: orNull(foreign(Type.String())),
    players: orNull(Type.Object({ now: Type.Integer(), max: Type.Integer() })),
  },
  { ...called('Identity'), description: 'what answers, in its own words' },
)
export type ShownIdentity = Static<typeof IDENTITY>
