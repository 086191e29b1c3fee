/** The entry of this domain: the commands at home, in the order of help. */
import type { HomeTool } from './define.ts'
import { closeTool } from './tools/close.ts'
import { homeTool } from './tools/home.ts'
import { listenTool } from './tools/listen.ts'
import { openTool } from './tools/open.ts'
import type { HomeWorld } from './world.ts'

export type { HomeTool } from './define.ts'
export type { AskedOutside, HomeWorld, PlacesSeen, SaidOutside } from './world.ts'

export function homeTools(world: HomeWorld): readonly HomeTool[] {
  return [homeTool(world), listenTool(world), openTool(world), closeTool(world)]
}
