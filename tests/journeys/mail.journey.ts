import { call } from '@atrium/testkit/api-client.ts'
import { lookEverywhere } from './support/look-everywhere.ts'
import { joinAs } from './support/people.ts'
import type { Product } from './support/product.ts'
import { adminEmail, systemTest } from './support/system-admin.ts'
import { expect } from './support/test.ts'

const eventsSecret = 'a-secret-for-events-of-mail-0123456789'
/** The tests share a product, and each has an administrator of its own. */
const otherAdminEmail = 'sam.again@example.com'
const test = systemTest({
  ATRIUM_ADMINS: `${adminEmail}, ${otherAdminEmail}`,
  ATRIUM_MAIL_EVENTS_SECRET: eventsSecret,
})

type ReadMail = { to: string[]; text: string; html: string; listUnsubscribe: string | null }
/** The newest mail to an address with a text, from the inbox's list for programs. */
async function mailTo({ inboxUrl }: Product, email: string, text: string): Promise<ReadMail> {
  const found: ReadMail[] = []
  await expect(async () => {
    const reply = await fetch(`${inboxUrl}/messages?to=${encodeURIComponent(email)}`)
    const mails = (await reply.json()) as ReadMail[]
    found.push(...mails.filter((mail) => mail.text.includes(text)))
    expect(found).not.toEqual([])
  }).toPass()
  return found[0] as ReadMail
}

test('LIFE-08 the link in a notification mail turns them off and on without a session', async ({
  page,
  context,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  const ada = await joinAs(context, product, { firstName: 'Ada', lastName: 'Lovelace' })
  const guest = await openBrowser()
  const bo = await joinAs(guest.context, product, { firstName: 'Bo', lastName: 'Berg' })
  await call('inviteMember', ada.api, {
    params: { id: ada.accountId },
    body: { email: bo.email, role: 'member' },
  })
  const { data: invites } = await call('listInvites', bo.api)
  const invite = invites.find(({ accountId }) => accountId === ada.accountId)
  await call('acceptInvite', bo.api, { body: { inviteId: invite?.inviteId ?? undefined } })
  await call(
    'requestCredits',
    { ...bo.api, accountId: ada.accountId },
    {
      params: { id: ada.accountId },
      body: { reason: 'The audit of May' },
    },
  )
  const mail = await mailTo(product, ada.email, 'The audit of May')
  const link = new URL(/^<(.+)>$/.exec(mail.listUnsubscribe ?? '')?.[1] ?? '')

  const stranger = await openBrowser()
  await stranger.page.goto(`${link.pathname}${link.search}`)
  await expect(stranger.page.getByRole('heading', { name: 'Daily email' })).toBeVisible()
  await stranger.page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(stranger.page.getByText('no longer gets notification emails')).toBeVisible()
  await picture(stranger.page, 'unsubscribed')
  expect((await call('getUserInfo', ada.api)).message.emailFrequency).toBe('NEVER')
  await stranger.page.getByRole('button', { name: 'Turn on again' }).click()
  await expect(stranger.page.getByRole('button', { name: 'Unsubscribe' })).toBeVisible()
  expect((await call('getUserInfo', ada.api)).message.emailFrequency).toBe('DAILY')
  await expectAccessible(stranger.page)
  await stranger.page.emulateMedia({ colorScheme: 'dark' })
  await stranger.page.setViewportSize({ width: 360, height: 740 })
  await picture(stranger.page, 'unsubscribe dark phone')
  stranger.watched.expectProblems(/404/)
  await stranger.page.goto('/unsubscribe?token=nothing')
  await expect(stranger.page.getByRole('heading', { name: 'This link isn’t valid' })).toBeVisible()

  // The same mail in a dark program, outside Atrium's pages and their content security policy.
  await stranger.page.goto('about:blank')
  await stranger.page.setContent(mail.html)
  await picture(stranger.page, 'credit mail dark')
  await page.close()
})

test('a system administrator stops mail to an address; its owner is shown that and a bounce can be undone', async ({
  page,
  context,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  await joinAs(context, product, { firstName: 'Sam', lastName: 'System', email: adminEmail })
  const guest = await openBrowser()
  const bo = await joinAs(guest.context, product, { firstName: 'Bo', lastName: 'Berg' })
  await page.goto('/system/settings')
  await page.getByLabel('Stop mail to').fill(bo.email)
  await page.getByRole('button', { name: 'Stop mail' }).click()
  await expect(page.getByText('Stopped by Sam System')).toBeVisible()
  await guest.page.goto('/profile')
  await expect(guest.page.getByText('An administrator stopped mail to your address')).toBeVisible()
  await page.getByRole('button', { name: `Resume mail to ${bo.email}` }).click()
  await expect(page.getByText('Mail is delivered to every address.')).toBeVisible()

  const reported = await context.request.post(`${product.url}/api/mail/events`, {
    headers: { authorization: `Bearer ${eventsSecret}` },
    data: { events: [{ type: 'bounce', address: bo.email }] },
  })
  expect(reported.ok()).toBe(true)
  await guest.page.reload()
  await picture(guest.page, 'stopped mail in the profile')
  await guest.page.getByRole('button', { name: 'Resume mail' }).click()
  await expect(guest.page.getByText('Mail to your address was resumed.')).toBeVisible()
  await lookEverywhere(page, '/system/settings', picture, expectAccessible)
})

test('AUTH-10 a refused person joins the waiting list, and is invited from it', async ({
  page,
  context,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  const sam = await joinAs(context, product, {
    firstName: 'Sam',
    lastName: 'Again',
    email: otherAdminEmail,
  })
  await call('changeSystemSettings', sam.api, { body: { signUp: 'invited-only' } })
  const guest = await openBrowser()
  await guest.page.goto('/early-access-full')
  await guest.page.getByLabel('Email address').fill('una@example.com')
  await picture(guest.page, 'early access full')
  await expectAccessible(guest.page)
  await guest.page.getByRole('button', { name: 'Join the waiting list' }).click()
  await expect(guest.page.getByText('You’re on the waiting list.')).toBeVisible()
  await page.goto('/system/settings')
  await page.getByRole('button', { name: 'Invite una@example.com' }).click()
  await expect(page.getByText('Invited on')).toBeVisible()
  await mailTo(product, 'una@example.com', 'You asked to hear')
  await call('changeSystemSettings', sam.api, { body: { signUp: 'open' } })
})
