import { answerEnds, ask, turns } from './support/conversation.ts'
import { acceptTerms, newTeam, signUp } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('AUTH-03 LIFE-05 ACC-02 from the sign-up page to the first answer', async ({ page, picture }) => {
  await signUp(page)
  await picture(page, 'terms')
  await acceptTerms(page)
  await picture(page, 'accounts')
  await newTeam(page, 'Difference Engines')
  await picture(page, 'new-chat')
  await ask(page, 'How do we plan the launch of a small product?')
  await picture(page, 'asked')
  await answerEnds(page)
  await expect(turns(page)).toHaveCount(1)
  await picture(page, 'answered')
})

test('a member who is signed in asks', async ({ page, member, picture }) => {
  await page.goto('/')
  await ask(page, `What is 6 * 7, asks ${member.firstName}?`)
  await answerEnds(page)
  await picture(page, 'answered')
})
