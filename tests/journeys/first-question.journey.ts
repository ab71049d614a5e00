import path from 'node:path'
import {
  answer,
  answerBegins,
  answerEnds,
  ask,
  chooseModel,
  composer,
  stopButton,
} from './support/conversation.ts'
import { acceptTerms, newTeam, skipWelcome, signUp } from './support/people.ts'
import { expect, test } from './support/test.ts'

const logo = path.join(import.meta.dirname, 'support/logo.png')

test('AUTH-03 AUTH-04 LIFE-05 ACC-02 CHAT-03 CRED-04 from npm start to the first answer', async ({
  page,
  picture,
  expectAccessible,
}) => {
  await test.step('AUTH-02 visitors who are not signed in see the sign-in page', async () => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/auth\/login/)
    await picture(page, 'sign-in')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await expect(
      page.getByRole('heading', { name: 'Manage the job more effectively with Atrium' }),
    ).toBeVisible()
  })

  await test.step('AUTH-04 the password is checked while it is typed', async () => {
    const password = page.getByLabel('Password', { exact: true })
    await password.fill('short1')
    const rule = (text: string) => page.getByRole('listitem').filter({ hasText: text })
    await expect(rule('at least 8 characters')).toContainText('not met yet')
    await expect(rule('1 number')).toContainText('met')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'password')
    await picture(page, 'sign-up')
    await expectAccessible(page)
  })

  const person = await signUp(page)
  await expectAccessible(page)

  await test.step('LIFE-05 nothing goes without the confirmation of age', async () => {
    await page.getByRole('button', { name: 'Accept and continue' }).click()
    await expect(page.getByText('Please confirm that you are of legal age.')).toBeVisible()
    await expect(page.getByText('Under 18 you need the permission of a parent or guardian.')).toBeVisible()
    await picture(page, 'terms')
    await acceptTerms(page)
  })

  await test.step('ACC-02 an account with a logo', async () => {
    await expect(
      page.getByRole('heading', { name: 'Looks like you can join invites to Accounts' }),
    ).toBeVisible()
    await expect(
      page.getByText('There is no account you are a part of, you can create your own new account.'),
    ).toBeVisible()
    await picture(page, 'accounts')
    await newTeam(page, 'Difference Engines', logo)
    await skipWelcome(page)
    await expect(page.getByText('You are asking in General')).toBeVisible()
    await picture(page, 'new-chat')
    await expectAccessible(page)
  })

  await test.step('NAV-10 the balance before', async () => {
    await page.getByRole('button', { name: 'Expand the sidebar' }).click()
    const shown = page.getByRole('link', { name: 'Difference Engin' }).locator('img')
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(96)
    await expect(page.getByText('You have 200 Atrium credits left.')).toBeVisible()
  })

  await test.step('CHAT-03 the answer streams', async () => {
    await chooseModel(page, 'Sandbox Writer')
    await ask(page, 'How do we plan the launch of a small product?')
    await expect(stopButton(page)).toBeVisible()
    await answerBegins(page, 60)
    await expect(answer(page)).toHaveAttribute('aria-busy', 'true')
    await picture(page, 'streaming')
    await answerEnds(page)
    await expect(stopButton(page)).toBeHidden()
    await expect(composer(page)).toBeFocused()
  })

  await test.step('MODEL-06 the answer is marked as coming from the sandbox', async () => {
    await expect(answer(page).getByText('Sandbox', { exact: true })).toBeVisible()
    await expect(answer(page).getByText(/^[\d.]+ credits? · [\d,]+ tokens$/)).toBeVisible()
    await picture(page, 'answered')
    await expectAccessible(page)
  })

  await test.step('CRED-04 NAV-10 the balance goes down', async () => {
    await expect(page.getByText('You have 199 Atrium credits left.')).toBeVisible()
    await expect(page.getByText(person.email)).toBeVisible()
  })

  await test.step('CHAT-13 the chat is listed among the recent ones with its generated title', async () => {
    await expect(page.getByRole('heading', { level: 1 }).first()).toContainText(/launch/i)
    await expect(page.getByRole('navigation').getByRole('link', { name: /launch/i })).toBeVisible()
  })
})
