import { contract } from '@atrium/contract'
import { from, sendSession } from '../../identity/index.ts'
import { fail } from '../../platform/failure.ts'
import { type Binding, binding } from '../../platform/http/bind.ts'
import { resendInvite, withdrawInvite } from './change-invite.ts'
import { dismissEndedInvite, listEndedInvites } from './ended-invites.ts'
import { createInviteLink, listInviteLinks, revokeInviteLink } from './invite-links.ts'
import { inviteMany, inviteMember, type InvitePorts } from './invite-people.ts'
import { acceptInvite, joinByToken, joinForDomain } from './join-account.ts'
import { declineInvite, listInvites, showInvite } from './my-invites.ts'
import { signUpByInvite, type SignUpByInvitePorts } from './sign-up-by-invite.ts'

export const inviteBindings = (ports: InvitePorts & SignUpByInvitePorts): Binding[] => [
  binding(contract.listInvites, async ({ caller }) => ({ data: await listInvites(ports, caller.userId) })),
  binding(contract.acceptInvite, async ({ caller, body: { inviteId, accountId } }) => {
    if (inviteId) return { data: await acceptInvite(ports, caller.userId, inviteId) }
    if (accountId) return { data: await joinForDomain(ports, caller.userId, accountId) }
    return fail('INVALID_INPUT')
  }),
  binding(contract.declineInvite, async ({ caller, query }) => {
    await declineInvite(ports.database, caller.userId, query.inviteId)
    return { data: query }
  }),
  binding(contract.inviteMember, async ({ caller, body }) => ({
    data: await inviteMember(ports, caller, body),
  })),
  binding(contract.inviteMany, async ({ caller, body }) => {
    const lines = await inviteMany(ports, caller, body)
    const invitedCount = lines.filter(({ outcome }) => outcome === 'invited').length
    const ignored = lines.filter(({ outcome }) => outcome === 'heading' || outcome === 'valid').length
    return { data: { invitedCount, refusedCount: lines.length - invitedCount - ignored, lines } }
  }),
  binding(contract.resendInvite, async ({ caller, body }) => ({
    data: await resendInvite(ports, caller, body.inviteId),
  })),
  binding(contract.withdrawInvite, async ({ caller, query }) => {
    await withdrawInvite(ports, caller, query.inviteId)
    return { data: query }
  }),
  binding(contract.listEndedInvites, async ({ caller }) => ({
    data: await listEndedInvites(ports.database, ports.rooms, caller),
  })),
  binding(contract.dismissEndedInvite, async ({ caller, query }) => {
    await dismissEndedInvite(ports.database, caller, query)
    return { data: query }
  }),
  binding(contract.createInviteLink, async ({ caller, body }) => ({
    data: await createInviteLink(ports, caller, body),
  })),
  binding(contract.listInviteLinks, async ({ caller }) => ({
    data: await listInviteLinks(ports.database, caller),
  })),
  binding(contract.revokeInviteLink, async ({ caller, params }) => {
    await revokeInviteLink(ports.database, caller, params.linkId)
    return { data: params }
  }),
  binding(contract.showInvite, async ({ params }) => ({ data: await showInvite(ports, params.token) })),
  binding(contract.signUpByInvite, async ({ body, request, reply }) => {
    const { session, joined } = await signUpByInvite(ports, body, from(request))
    const token = sendSession(reply, session).data
    return { data: { token, ...(joined ?? { account: null, roomId: null, isRoomClosed: false }) } }
  }),
  binding(contract.joinByInvite, async ({ caller, params }) => ({
    data: await joinByToken(ports, caller.userId, params.token),
  })),
]
