import { type AccountId, contract, type RoomId, type UserId } from '@atrium/contract'
import { readPlans } from '@atrium/server/accounts/index.ts'
import { renewMonths } from '@atrium/server/credits/index.ts'
import type { Clock } from '@atrium/server/platform/clock.ts'
import { type Database, inSystem, inTenant } from '@atrium/server/platform/database/index.ts'
import type { Log } from '@atrium/server/platform/log.ts'
import { addRoomMember, createRoom } from '@atrium/server/rooms/index.ts'
import { type ApiSettings, call, cookiesOf, send } from '../api-client.ts'
import type { OpenProduct } from './open-product.ts'
import { accountName, type DemoPerson, emailOf, password, rooms, team } from './team.ts'

/** A team member with a session. */
export interface Member {
  person: DemoPerson
  userId: UserId
  cookie: string
}

export interface DemoTeam {
  accountId: AccountId
  members: Map<string, Member>
  roomIds: Map<string, RoomId>
}

interface DemoTeamPlan {
  database: Database
  plansFile: string
  clock: Clock
  log: Log
}

/** Signs twelve people up, opens their account with its rooms, and gives everybody the month's credits. */
export async function joinTeam(product: OpenProduct, plan: DemoTeamPlan): Promise<DemoTeam> {
  const { database, clock, log, plansFile } = plan
  const members = new Map<string, Member>()
  for (const person of team) members.set(person.key, await signUp(product, person))
  const owner = memberOf(members, team[0]?.key ?? '')
  const created = await call('createAccount', await apiOf(product, owner), { body: { name: accountName } })
  const accountId = created.data.teamId
  await addColleagues(
    database,
    accountId,
    [...members.values()].filter((member) => member !== owner),
  )
  await renewMonths({ database, plans: readPlans(plansFile), log, now: clock.now })
  for (const room of rooms) await fillRoom(database, accountId, room, members)
  const listed = await call('listRooms', await apiOf(product, owner), { params: { accountId } })
  return { accountId, members, roomIds: new Map(listed.data.map(({ name, id }) => [name, id])) }
}

/**
 * A fresh access token, valid for one chat of the seed. The holder keeps the refreshed cookie; a person whose session has expired signs in
 * again.
 */
export async function apiOf(
  { url }: OpenProduct,
  holder: Pick<Member, 'cookie' | 'person'>,
): Promise<ApiSettings> {
  const refreshed = await send(contract.refreshToken, { url, cookie: holder.cookie })
  const response =
    refreshed.status === 401
      ? await send(contract.signIn, { url }, { body: { email: emailOf(holder.person), password } })
      : refreshed
  const { data } = contract.refreshToken.reply.json.parse(await response.json())
  holder.cookie = cookiesOf(response) || holder.cookie
  return { url, cookie: holder.cookie, token: data.accessToken }
}

export function memberOf(members: ReadonlyMap<string, Member>, key: string): Member {
  const member = members.get(key)
  if (!member) throw new Error(`Nobody in the team is called ${key}.`)
  return member
}

async function signUp(product: OpenProduct, person: DemoPerson): Promise<Member> {
  const { url, inbox } = product
  const email = emailOf(person)
  const { firstName, lastName, language } = person
  const signedUp = await send(
    contract.signUp,
    { url },
    { body: { email, password, firstName, lastName, language } },
  )
  const browser = cookiesOf(signedUp)
  const mail = await inbox.waitFor((received) => JSON.stringify(received.to).includes(email))
  const code = /\b(\d{6})\b/.exec(mail.text)?.[1] ?? ''
  const verified = await send(contract.verifyEmail, { url, cookie: browser }, { body: { email, code } })
  const holder = { person, cookie: `${browser}; ${cookiesOf(verified)}` }
  const api = await apiOf(product, holder)
  await call('acceptTerms', api, { body: { confirmedLegalAge: true } })
  const { message } = await call('changeUser', api, { body: { language } })
  return { person, userId: message.user_id, cookie: holder.cookie }
}

/** Nobody can be invited yet, so memberships are the one thing that is written past the product's own verbs. */
async function addColleagues(database: Database, accountId: AccountId, colleagues: Member[]): Promise<void> {
  await inSystem(database, (trx) =>
    trx
      .insertInto('membership')
      .values(
        colleagues.map(({ userId, person }) => ({
          account_id: accountId,
          user_id: userId,
          role: person.role,
        })),
      )
      .execute(),
  )
}

async function fillRoom(
  database: Database,
  accountId: AccountId,
  room: (typeof rooms)[number],
  members: ReadonlyMap<string, Member>,
): Promise<void> {
  const actor = { accountId, userId: memberOf(members, room.owner).userId }
  await inTenant(database, actor, async (trx) => {
    const { name, description } = room
    const made = await createRoom(trx, actor, {
      name,
      description,
      accessType: room.members ? 'PRIVATE' : 'PUBLIC',
    })
    for (const key of room.members ?? [])
      await addRoomMember(trx, actor, {
        roomId: made.id,
        userId: memberOf(members, key).userId,
        membershipType: 'MEMBER',
      })
  })
}
