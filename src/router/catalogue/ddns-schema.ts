import { type Static, Type } from '@sinclair/typebox'
import { oneOf, orNull } from '../../contract/schema.ts'
import { closed, field, HOSTNAME, ID, LOCALIZED, MENU, NAME, SOURCED, TEXT } from './shapes.ts'

/** The schema of a dynamic DNS service, whose names are registered with a device or an account and not in a zone of one's own. */
export const DDNS = closed({
  id: field('The id. That of a built-in service replaces that service; any other adds a service.', ID),
  name: NAME,
  suffixes: field('The domains under which it gives out names, without a dot in front.', Type.Array(HOSTNAME, { minItems: 1 })),
  where: field(
    'Where a name is registered and renewed: in the router, in the NAS, in the camera, or on the web page of the service.',
    oneOf('router', 'nas', 'camera', 'account'),
  ),
  brand: field('The id of the brand whose routers have it, or null.', orNull(ID), null),
  menu: field('The path through the menus of that device to the name, or null.', orNull(MENU), null),
  url: field('The address of the page of the account, or null.', orNull(TEXT), null),
  note: field('Anything else people should know, in a sentence, or null.', orNull(LOCALIZED), null),
  ...SOURCED,
})
export type DdnsService = Static<typeof DDNS>
