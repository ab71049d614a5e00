import { type AccountId, contract, mintId, type RoomId } from '@atrium/contract'
import { type ApiSettings, call, cookiesOf, pathOf, send } from '@atrium/testkit/api-client.ts'
import type { MeasuredAtrium } from './atrium.ts'
import type { LoadOrder } from './load.ts'

/** A person who signed up through the product, with an account, its monthly credits and its General room. */
export type Person = {
  email: string
  password: string
  token: string
  accountId: AccountId
  roomId: RoomId
}

const password = 'Correct-Horse-7-Battery'
const atOnce = 4

/** Signs up a number of people, a few concurrently: password hashing is deliberately slow. */
export async function signUpPeople(atrium: MeasuredAtrium, count: number): Promise<Person[]> {
  const people: Person[] = []
  const numbers = Array.from({ length: count }, (_, index) => index).values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const number of numbers) people.push(await signUp(atrium, number))
    }),
  )
  return people
}

async function signUp({ url, inbox }: MeasuredAtrium, number: number): Promise<Person> {
  const email = `person-${number}@example.com`
  const headers = { 'x-forwarded-for': `10.0.${Math.floor(number / 250)}.${(number % 250) + 1}` }
  const outside: ApiSettings = { url, headers }
  const person = { email, password, firstName: 'Kim', lastName: 'Example' }
  const browser = cookiesOf(await send(contract.signUp, outside, { body: person }))
  const mail = await inbox.waitFor(({ to }) => to.some((address) => address.includes(email)))
  const code = mail.code ?? ''
  const verified = await send(
    contract.verifyEmail,
    { ...outside, cookie: browser },
    { body: { email, code } },
  )
  const cookie = cookiesOf(verified)
  const tokenNow = async () => (await call('refreshToken', { ...outside, cookie }, {})).data.accessToken
  await call('acceptTerms', { ...outside, token: await tokenNow() }, { body: { confirmedLegalAge: true } })
  const inside: ApiSettings = { ...outside, token: await tokenNow() }
  const { teamId: accountId } = (await call('createAccount', inside, { body: { name: `Team ${number}` } }))
    .data
  await call('changeUser', inside, { body: { isWelcomed: true } })
  const [room] = (await call('listRooms', { ...inside, accountId }, { params: { accountId } })).data
  if (!room) throw new Error('The account has no General room.')
  return { email, password, token: inside.token ?? '', accountId, roomId: room.id }
}

/** The URL for asking questions. */
export const questionUrl = ({ url }: MeasuredAtrium): string => url + pathOf(contract.askQuestion)

export function questionOf(
  person: Person,
  modelId: string,
  text = 'Count the words, please.',
): LoadOrder['questions'][number] {
  return {
    headers: {
      authorization: `Bearer ${person.token}`,
      'workspace-id': person.accountId,
      'room-id': person.roomId,
    },
    body: JSON.stringify({
      chatId: mintId('chat'),
      turnId: mintId('turn'),
      parentTurnId: null,
      modelId,
      style: 'quick',
      ask: { kind: 'question', messageId: mintId('message'), text },
    }),
  }
}
