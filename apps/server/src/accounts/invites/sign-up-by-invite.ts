import type { UserId } from '@atrium/contract'
import type { Identity } from '../../identity/index.ts'
import { Failure } from '../../platform/failure.ts'
import { joinByToken, type JoinedAccount, type JoiningPorts } from './join-account.ts'

export type SignUpByInvitePorts = JoiningPorts & Pick<Identity, 'signUpByInvite'>

type Input = Parameters<Identity['signUpByInvite']>[0]
type From = Parameters<Identity['signUpByInvite']>[1]

/**
 * Signs up by a mailed invitation and joins its account. `joined` is null when the invitation ended meanwhile, or the name is
 * confusable with a member's.
 */
export async function signUpByInvite(ports: SignUpByInvitePorts, input: Input, from: From) {
  const session = await ports.signUpByInvite(input, from)
  return { session, joined: await joinUnlessEnded(ports, session.token.userId, input.token) }
}

async function joinUnlessEnded(
  ports: JoiningPorts,
  userId: UserId,
  token: string,
): Promise<JoinedAccount | null> {
  try {
    return await joinByToken(ports, userId, token)
  } catch (error) {
    // The person exists now. If the account refuses them, accepting on the accounts screen shows the reason.
    if (
      error instanceof Failure &&
      (error.code === 'INVITE_NOT_VALID' || error.code === 'NAME_LOOKS_LIKE_MEMBER')
    )
      return null
    throw error
  }
}
