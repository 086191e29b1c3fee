import { type Static, Type } from '@sinclair/typebox'
import { oneOf, orNull } from '../../contract/schema.ts'
import { ALIASES, closed, field, LOCALIZED, list, MENU, NAME, NOTES, SOURCED, TEXT } from './shapes.ts'

export const PLATFORM_IDS = ['windows', 'macos', 'linux', 'android', 'ios', 'chromeos', 'other'] as const
export type PlatformId = (typeof PLATFORM_IDS)[number]

export const PLATFORM = closed({
  id: field('The built-in platform that it replaces.', oneOf(...PLATFORM_IDS)),
  name: NAME,
  aliases: ALIASES,
  commands: field(
    'Commands that show the default gateway.',
    list(
      closed({
        shell: field('Where to type it.', TEXT),
        command: field('The command.', TEXT),
        read: field('What to read in its output.', LOCALIZED),
      }),
    ),
    [],
  ),
  menu: field('The path to the default gateway in its settings, or null.', orNull(MENU), null),
  variants: Type.Optional(
    field(
      'Makes of it with a path of their own.',
      list(
        closed({
          name: NAME,
          aliases: field('What people call devices of this make.', list(TEXT)),
          menu: field('The path.', MENU),
        }),
      ),
    ),
  ),
  notes: NOTES,
  ...SOURCED,
})
export type Platform = Static<typeof PLATFORM>
