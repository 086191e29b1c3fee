/** The entry of this domain: the commands at home, in the order of help. */
import type { HomeTool } from './define.ts'
import { homeTool } from './tools/home.ts'
import { listenTool } from './tools/listen.ts'
import type { HomeWorld } from './world.ts'

export type { HomeTool } from './define.ts'
export type { AskedOutside, HomeWorld, SaidOutside } from './world.ts'

export function homeTools(world: HomeWorld): readonly HomeTool[] {
  return [homeTool(world), listenTool(world)]
}
