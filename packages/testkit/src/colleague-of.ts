import { call } from './api-client.ts'
import type { TestPerson, World } from './world.ts'

/** A person who signed up and joined the host's account by an invitation, with the host's room active. */
export async function colleagueOf(
  world: Pick<World, 'signUp'>,
  host: TestPerson,
  options: { name?: string } = {},
): Promise<TestPerson> {
  const { accountId, roomId } = host
  const person = await world.signUp({ ...options, withAccount: false })
  const body = { email: person.email, role: 'member' as const }
  await call('inviteMember', host.api, { params: { id: accountId }, body })
  const { data: invites } = await call('listInvites', person.api)
  const invite = invites.find((each) => each.accountId === accountId)
  if (!invite) throw new Error(`${person.email} was not invited.`)
  await call('acceptInvite', person.api, { body: { inviteId: invite.inviteId ?? undefined } })
  // The same object: its `ask` reads it.
  Object.assign(person.api, { accountId, roomId })
  return Object.assign(person, { accountId, roomId })
}
