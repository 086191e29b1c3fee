import { type Static, Type } from '@sinclair/typebox'

/** A file that somebody has put where the answer to a challenge belongs, known by the hash of its content. */
export const CHALLENGE_FILE = Type.Object({
  name: Type.String({ pattern: '^doorstep-[A-Za-z0-9_-]{22,64}$', examples: ['doorstep-AAECAwQFBgcICQoLDA0ODw'] }),
  sha256: Type.String({
    pattern: '^[0-9A-Fa-f]{64}$',
    examples: ['ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  }),
})
export type ChallengeFile = Static<typeof CHALLENGE_FILE>

/** "other-content": status 200 with something else; "missing": another status; "not-reached": no answer, or none to which authorities follow. */
export const FILE_SEEN = ['delivered', 'other-content', 'missing', 'not-reached'] as const
export type FileSeen = (typeof FILE_SEEN)[number]
