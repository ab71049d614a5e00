import type { AccessToken, AccountId, RoomId } from '@atrium/contract'
import { type ApiSettings, call } from '@atrium/testkit/api-client.ts'
import { type BrowserContext, type Page, expect } from '@playwright/test'
import type { Product } from './product.ts'

/** A person before sign-up. */
export interface Person {
  firstName: string
  lastName: string
  email: string
  password: string
}

/** A signed-in person with a team. */
export interface Member extends Person {
  accountId: AccountId
  roomId: RoomId
  /** Queries the product's API as this person. */
  api: ApiSettings
}

let people = 0

/** A new person with an unused address. */
function somebody(more: Partial<Person> = {}): Person {
  const email = `ada.${Date.now().toString(36)}${++people}@example.com`
  return { firstName: 'Ada', lastName: 'Lovelace', email, password: 'Analytical-Engine-1843', ...more }
}

/** Signs up by the product's screens, from the sign-in page to the confirmed address. Ends on the terms. */
export async function signUp(page: Page, person: Person = somebody()): Promise<Person> {
  await page.goto('/auth/register')
  await sendSignUp(page, person)
  await expect(page.getByRole('heading', { name: 'Before you start' })).toBeVisible()
  return person
}

/** Fills in the sign-up form of the page that is open and confirms the address. */
export async function sendSignUp(page: Page, person: Person): Promise<void> {
  await page.getByLabel('First name').fill(person.firstName)
  await page.getByLabel('Last name').fill(person.lastName)
  await page.getByLabel('Email address').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible()
  await expect(page.getByText(/You can request another code in \d:\d\d$/)).toBeVisible()
  const code = await codeFromInbox(page, person.email)
  // The sixth digit sends the form.
  await page.getByLabel('6-digit code').fill(code)
}

/**
 * Opens the sandbox inbox that the page links to in a separate tab, and returns the newest code for an address; `subject` restricts the
 * mails.
 */
export async function codeFromInbox(page: Page, email: string, subject = ''): Promise<string> {
  const opening = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Sandbox inbox' }).click()
  const inbox = await opening
  // The list checks for new mail automatically.
  const mail = inbox.getByRole('listitem').filter({ hasText: email }).filter({ hasText: subject }).first()
  const code = await mail.locator('.list-code').textContent()
  await inbox.close()
  return code ?? ''
}

/** Accepts the terms on their page. */
export async function acceptTerms(page: Page): Promise<void> {
  await page.getByLabel('I confirm that I am of legal age to use this service').check()
  await page.getByRole('button', { name: 'Accept and continue' }).click()
}

/** Skips the welcome of a new person. */
export const skipWelcome = (page: Page) =>
  page.getByRole('dialog', { name: 'Welcome to Atrium' }).getByRole('button', { name: 'Skip' }).click()

/** Creates a team on the accounts screen and waits for its first chat. */
export async function newTeam(page: Page, name: string, logo?: string): Promise<void> {
  await page.getByRole('button', { name: 'Create Account' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create Account' })
  await dialog.getByLabel('Account name').fill(name)
  if (logo) await dialog.locator('input[type=file]').setInputFiles(logo)
  await dialog.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL(/\/chat/)
}

/** A signed-in person who has accepted the terms and is in no account; `isNew` leaves the welcome to be seen. */
export async function signUpAs(
  context: BrowserContext,
  product: Product,
  given: Partial<Person> = {},
  { isNew = false } = {},
): Promise<Person & { api: ApiSettings }> {
  const person = somebody(given)
  const { firstName, lastName, email, password } = person
  const { url } = product
  const headers = { 'x-forwarded-for': ownAddress() }
  // By the browser's own requests, so that the cookies of the sign-up and of the session are the browser's.
  const post = async (path: string, data = {}): Promise<AccessToken> => {
    const reply = await context.request.post(`${url}/api/auth/${path}`, {
      data,
      headers: { origin: url, ...headers },
    })
    return ((await reply.json()) as { data: AccessToken }).data
  }
  await post('sign-up', { email, password, firstName, lastName })
  const { accessToken } = await post('verify', { email, code: await codeFor(product, email) })
  await call('acceptTerms', { url, token: accessToken }, { body: { confirmedLegalAge: true } })
  if (!isNew) await call('changeUser', { url, token: accessToken }, { body: { isWelcomed: true } })
  return { ...person, api: { url, token: (await post('token')).accessToken } }
}

/** The same with a team; `isNew` leaves its first steps to be seen too. */
export async function joinAs(
  context: BrowserContext,
  product: Product,
  given: Partial<Person> = {},
  { isNew = false } = {},
): Promise<Member> {
  const { api, ...person } = await signUpAs(context, product, given, { isNew })
  const { firstName } = person
  const { teamId: accountId } = (await call('createAccount', api, { body: { name: `${firstName}’s team` } }))
    .data
  if (!isNew) await call('dismissFirstSteps', { ...api, accountId })
  const { data: rooms } = await call('listRooms', { ...api, accountId }, { params: { accountId } })
  const roomId = rooms[0]?.id
  if (roomId === undefined) throw new Error('A new account has a room.')
  return { ...person, accountId, roomId, api: { ...api, accountId, roomId } }
}

/** One of sixteen million addresses for private networks: hardly two people of one run have the same. */
const ownAddress = () =>
  `10.${Array.from({ length: 3 }, () => 1 + Math.floor(Math.random() * 254)).join('.')}`

/** The newest code for an address, from the inbox's list for programs. */
async function codeFor(product: Product, email: string): Promise<string> {
  const address = `${product.inboxUrl}/messages?to=${encodeURIComponent(email)}`
  let code = ''
  await expect(async () => {
    const mails = (await (await fetch(address)).json()) as { code: string | null }[]
    code = mails[0]?.code ?? ''
    expect(code).toMatch(/^\d{6}$/)
  }).toPass({ intervals: [30, 60, 120] })
  return code
}
