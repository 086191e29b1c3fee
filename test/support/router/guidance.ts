import { expect } from 'bun:test'
import { postTool } from '../server.ts'

type NextAction = { code: string; text: string; tool?: string; request?: object }

/**
 * Returns the codes of next actions, once every request among them has been posted unchanged and accepted. A test that acts as a trusted
 * proxy names the requester with `requester`.
 */
export async function followedCodes(url: string, nextActions: readonly NextAction[], requester?: string): Promise<string[]> {
  const headers: Record<string, string> = requester === undefined ? {} : { 'x-forwarded-for': requester }
  for (const { code, text, tool, request } of nextActions) {
    expect(text).not.toMatch(/[{}]|undefined|null/)
    expect(tool === undefined).toBe(request === undefined)
    if (tool === undefined) continue
    const answer = await postTool(url, tool, request, headers)
    expect([code, tool, answer.status, answer.status === 200 ? '' : await answer.text()]).toEqual([code, tool, 200, ''])
  }
  return nextActions.map(({ code }) => code)
}
