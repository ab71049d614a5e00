import type { AccountId, SignInOffer, SignInProblem, SignInToBegin, ToolServerId } from '@atrium/contract'
import { fields, text } from '../../lib/text/parse.ts'
import { stored } from '../../lib/stored.ts'
import { toolServerChanges } from './queries.ts'

const underWay = stored(
  'toolSignIn',
  fields({ state: text, accountId: text, serverId: text }),
  () => sessionStorage,
)

/** The sign-in to a tool server that this tab left for; null when there is none with this state. */
export function signInUnderWay(state: string): { accountId: AccountId; serverId: ToolServerId } | null {
  const found = underWay.read()
  if (found?.state !== state) return null
  return { accountId: found.accountId as AccountId, serverId: found.serverId as ToolServerId }
}

export const forgetSignIn = (): void => underWay.remove()

/** A client that was registered by hand, as typed; empty for none. */
export type TypedClient = { id: string; secret: string }

/** Starts a sign-in with what the person has seen of it, and leaves the page. Returns why it could not start. */
export async function leaveForSignIn(
  accountId: AccountId,
  serverId: ToolServerId,
  { issuer, scopes }: SignInOffer,
  typed: TypedClient,
): Promise<SignInProblem | null> {
  const [id, secret] = [typed.id.trim(), typed.secret.trim()]
  const client: SignInToBegin['client'] = id === '' ? undefined : { id, ...(secret !== '' && { secret }) }
  const started = await toolServerChanges(accountId).beginSignIn(serverId, {
    issuer,
    scopes: [...scopes],
    ...(client && { client }),
  })
  if (started.outcome === 'failed') return started.problem
  underWay.write({ state: started.state, accountId, serverId })
  location.assign(started.authorizationUrl)
  // The page stays until the other one has loaded.
  return await new Promise<never>(() => undefined)
}
