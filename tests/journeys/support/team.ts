import type { AccountId, RoomId, UserId } from '@atrium/contract'
import { call } from '@atrium/testkit/api-client.ts'
import type { BrowserContext } from '@playwright/test'
import { type Member, type Person, joinAs } from './people.ts'
import type { Product } from './product.ts'

/** A member of another person's team, with the ids for API calls. */
export interface Colleague extends Member {
  userId: UserId
}

/** A new person who was invited to the host's team, has accepted, and opens that team first in this browser. */
export async function joinTeamOf(
  host: Member,
  context: BrowserContext,
  product: Product,
  given: Partial<Person> = {},
  role: 'member' | 'admin' = 'member',
): Promise<Colleague> {
  const guest = await joinAs(context, product, { firstName: 'Grace', lastName: 'Hopper', ...given })
  const { accountId, roomId } = host
  await call('inviteMember', host.api, { params: { id: accountId }, body: { email: guest.email, role } })
  const { data: invites } = await call('listInvites', guest.api)
  const inviteId = invites.find((invite) => invite.accountId === accountId)?.inviteId
  if (!inviteId) throw new Error('The invitation has not come.')
  await call('acceptInvite', guest.api, { body: { inviteId } })
  await call('changeUser', guest.api, { body: { recent_workspace: accountId } })
  const { message: info } = await call('getUserInfo', guest.api)
  return { ...guest, accountId, roomId, api: { ...guest.api, accountId, roomId }, userId: info.user_id }
}

/** A room made without the screens, with these people in it. */
export async function makeRoom(
  host: Member,
  name: string,
  { access = 'PRIVATE', people = [] }: { access?: 'PRIVATE' | 'PUBLIC'; people?: { userId: UserId }[] } = {},
): Promise<RoomId> {
  const accountId: AccountId = host.accountId
  const { data: room } = await call('createRoom', host.api, {
    params: { accountId },
    body: { name, access_type: access },
  })
  if (people.length > 0)
    await call('addRoomMembers', host.api, {
      params: { roomId: room.id },
      body: people.map(({ userId }) => ({ id: userId, membership_type: 'MEMBER' as const })),
    })
  return room.id
}
