import type { Endpoint, ErrorCode } from '@atrium/contract'
import type { SoundRequest } from './sound-requests/index.ts'
import type { Principal, Side } from './two-accounts.ts'

/** The owner of a request's object: one side, or nobody. */
export type Whose = Side | 'nobody'
export type Outcome = 'ok' | ErrorCode

/** One cell of the matrix: the caller, the named account, if any, and the owner of the object. */
export type Case = { principal: Principal; account: Whose | 'unnamed'; things: Whose }

/** The expected result of a request, derived only from the endpoint's caller and policy in the contract. */
export function outcomeOf(endpoint: Endpoint, request: SoundRequest, who: Case): Outcome {
  const { principal } = who
  const allowed = allowedOutcome(request, principal)
  if (endpoint.caller === 'anyone' || endpoint.caller === 'file-signature') return allowed
  // Signing out always succeeds, even without a session.
  if (endpoint.caller === 'refresh-cookie')
    return endpoint.errors.includes('SESSION_ENDED') ? principal.refresh : allowed
  if (!principal.isSignedIn) return 'UNAUTHENTICATED'
  if (endpoint.caller !== 'signed-in' && !principal.hasAcceptedTerms) return 'TERMS_NOT_ACCEPTED'
  // Which account is named means nothing to what belongs to none.
  if (endpoint.caller === 'system-admin') return principal.isSystemAdmin ? allowed : 'NOT_FOUND'
  const { account } = who
  const mayWorkAnywhere = endpoint.caller === 'signed-in' || endpoint.caller === 'accepted-terms'
  if (account === 'unnamed' && !mayWorkAnywhere) return 'ACCOUNT_REQUIRED'
  const role = account === 'A' || account === 'B' ? principal.roles[account] : undefined
  if (!role && account !== 'unnamed')
    return endpoint.caller === 'account-admin' ? 'NOT_FOUND' : 'NOT_A_MEMBER'
  if (endpoint.caller === 'account-admin' && role === 'member') return 'FORBIDDEN'
  if (request.onlyOwner && role !== 'owner') return 'FORBIDDEN'
  if (!mayUseThing(endpoint, request, who)) return request.whenMissing ?? 'NOT_FOUND'
  if (request.ofAccount) return request.ofAccount === 'edit' && role === 'member' ? 'FORBIDDEN' : allowed
  const isEditing =
    endpoint.policy === 'room:edit' ||
    endpoint.policy === 'prompt:edit' ||
    // The comment of the matrix is the canvas owner's.
    endpoint.policy === 'canvas:author' ||
    endpoint.policy === 'canvas:manage'
  return isEditing && !principal.editsRoomOf.some((side) => side === who.things) ? 'FORBIDDEN' : allowed
}

/** The result for an authorized caller. */
export const allowedOutcome = ({ comesTo }: SoundRequest, principal: Principal): Outcome =>
  typeof comesTo === 'function' ? comesTo(principal) : (comesTo ?? 'ok')

/** Whether the path has the account, so that no header names it. */
export const namesAccountInPath = (endpoint: Endpoint): boolean =>
  /:accountId|\/teams\/.*:id/.test(endpoint.path)

/** Every cell for one way to ask an endpoint. */
export function casesOf(endpoint: Endpoint, request: SoundRequest, principals: readonly Principal[]): Case[] {
  const everybodys: Whose[] = ['A', 'B', 'nobody']
  const hasAccount = !['anyone', 'file-signature', 'refresh-cookie'].includes(endpoint.caller)
  const accounts: Case['account'][] = !hasAccount
    ? ['unnamed']
    : namesAccountInPath(endpoint)
      ? everybodys
      : [...everybodys, 'unnamed']
  const isAboutThings = request.ofAccount
    ? request.thing !== 'account'
    : request.thing !== undefined || !/^(account:.*)?$/.test(endpoint.policy ?? '')
  return principals.flatMap((principal) =>
    accounts.flatMap((account) => {
      const things = isAboutThings ? everybodys : [account === 'unnamed' ? ('nobody' as const) : account]
      return things.map((whose) => ({ principal, account, things: whose }))
    }),
  )
}

/** The object of a request: the noun of its policy by default. */
const thingOf = (endpoint: Endpoint, request: SoundRequest): string | undefined =>
  request.thing ?? endpoint.policy?.split(':')[0]

function mayUseThing(
  endpoint: Endpoint,
  request: SoundRequest,
  { principal, account, things }: Case,
): boolean {
  if (request.ofAccount)
    return things !== 'nobody' && things === account && principal.roles[things] !== undefined
  const thing = thingOf(endpoint, request)
  switch (thing) {
    case undefined:
      return true
    case 'account':
      return things !== 'nobody' && principal.roles[things] !== undefined
    case 'room':
    case 'file':
    // The template of the matrix is shared with the room by its owner.
    case 'prompt':
    case 'canvas':
      return things === account && principal.usesRoomOf.some((side) => side === things)
    case 'chat':
      return things === account && principal.ownsChatOf.some((side) => side === things)
    default:
      throw new Error(
        `${endpoint.name} has the policy ${endpoint.policy}, and authorization-rules.ts does not know who may use a ${thing}: ` +
          'add a case to mayUseThing, and to the principals of two-accounts.ts who they are.',
      )
  }
}
