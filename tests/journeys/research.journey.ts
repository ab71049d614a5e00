import { answer, answerEnds, ask, composer, startChat } from './support/conversation.ts'
import { expect, memberTest as test } from './support/test.ts'

const question = 'What is the limit of dissolved oxygen for salmon?'

test('JOB-01 JOB-02 HIST-03 research: its plan is edited, its steps are shown, it ends in another chat with a message, and is listed', async ({
  page,
  picture,
  expectAccessible,
}) => {
  test.slow()
  await startChat(page, 'Sandbox Researcher')
  await expect(page.getByLabel('Review the plan first')).toBeChecked()
  await expect(page.getByLabel('Budget in credits')).toHaveValue('50')
  await page.getByRole('button', { name: 'Search the web' }).click()
  await ask(page, question)
  const plan = page.getByLabel('Research plan')
  await expect(plan).toHaveValue(/dissolved oxygen/)
  await picture(page, 'plan')
  await expectAccessible(page)
  await plan.fill('Which dissolved oxygen do salmon need?\nHow is oxygen measured in a farm?')
  await page.getByRole('button', { name: 'Start research' }).click()
  await answerEnds(page)
  await expect(answer(page).getByRole('heading', { name: 'What is known' })).toBeVisible()
  await expect(
    answer(page)
      .getByRole('link', { name: /^Source 1/ })
      .first(),
  ).toBeVisible()
  const steps = answer(page).getByRole('button', { name: /^Research: \d+ steps, \d+ sources? read$/ })
  await steps.click()
  await expect(answer(page).getByRole('list', { name: 'Research steps' })).toContainText('Check claims')
  await picture(page, 'report')
  await expectAccessible(page)

  // Ends while another chat is open.
  await startChat(page, 'Sandbox Researcher')
  await page.getByLabel('Review the plan first').uncheck()
  await ask(page, `${question} [[sandbox:late=400]]`)
  await expect(page).toHaveURL(/\/chat\/chat_/)
  await page.getByRole('link', { name: 'New Chat' }).first().click()
  await expect(composer(page)).toBeVisible()
  await expect(
    page.getByText('You have updates in other chats. View Chat History.', { exact: true }),
  ).toBeVisible({ timeout: 30_000 })
  await picture(page, 'elsewhere')
  await page.getByRole('link', { name: 'Chat History', exact: true }).last().click()
  await page.getByRole('link', { name: 'Jobs', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Completed' })).toHaveCount(2)
  await picture(page, 'jobs')
  await expectAccessible(page)
})
