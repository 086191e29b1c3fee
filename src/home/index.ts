/** The entry of this domain: the commands at home, in the order of help. */
import type { HomeTool, HomeWorld } from './define.ts'
import { closeTool } from './tools/close.ts'
import { homeTool } from './tools/home.ts'
import { listenTool } from './tools/listen.ts'
import { openTool } from './tools/open.ts'

export type { AskedOutside, HomeTool, HomeWorld, PlacesSeen, SaidOutside } from './define.ts'

export function homeTools(world: HomeWorld): readonly HomeTool[] {
  return [homeTool(world), listenTool(world), openTool(world), closeTool(world)]
}
