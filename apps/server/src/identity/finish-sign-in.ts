import type { UserId } from '@atrium/contract'
import type { From } from './ports.ts'
import type { OpenSession } from './session-opener.ts'
import type { Tools } from './tools.ts'

/**
 * The end that every way of signing in comes to, after it has proved who somebody is and that the address is theirs: a
 * session is opened. Whatever else has to be asked of people who sign in is asked here, so that no way leads around it.
 */
export async function finishSignIn(tools: Tools, userId: UserId, from: From): Promise<OpenSession> {
  const session = await tools.sessions.open(userId, from)
  tools.log.info({ userId, sessionId: session.token.sessionId }, 'signed in')
  return session
}
