import { answer, answerEnds, ask, composer, startChat, turns } from './support/conversation.ts'
import { expectNothingBeside } from './support/measure.ts'
import { expect, memberTest as test } from './support/test.ts'

const question = 'Which oxygen readings were unusual today?'

/** The next minute that is not about to begin, in UTC: the zone of these browsers. */
function soon(): string {
  const at = new Date(Date.now() + 70_000)
  return at.toISOString().slice(11, 16)
}

test('JOB-03 a question is repeated from the composer, runs when its time comes, and is paused, run now and deleted', async ({
  page,
  picture,
  expectAccessible,
}) => {
  test.slow()
  await page.goto('/chat-history/jobs?state=scheduled')
  await expect(page.getByText('Nothing scheduled')).toBeVisible()
  await picture(page, 'empty')
  await expectAccessible(page)
  await startChat(page)
  await expect(page.getByRole('button', { name: 'Repeat…' })).toBeDisabled()
  await composer(page).fill(question)
  await page.getByRole('button', { name: 'Repeat…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Repeat this question' })
  await expect(dialog.getByLabel('Question')).toHaveValue(question)
  await dialog.getByLabel('Name').fill('Oxygen of the day')
  await dialog.getByLabel('Repeats').selectOption('Every week')
  await expect(dialog.getByLabel('Day of the week')).toBeVisible()
  await dialog.getByLabel('Repeats').selectOption('Every day')
  await dialog.getByLabel('Time', { exact: true }).fill(soon())
  await picture(page, 'dialog')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(page.getByText(/^Scheduled\. Next run: /)).toBeVisible()
  // The question stays where it was written.
  await expect(composer(page)).toHaveValue(question)

  await page.goto('/chat-history/jobs?state=scheduled')
  const row = page.getByRole('row').filter({ hasText: 'Oxygen of the day' })
  await expect(row).toContainText('Not run yet')
  await expect(row.getByRole('link', { name: 'Completed' })).toBeVisible({ timeout: 150_000 })
  await picture(page, 'ran')
  await expectAccessible(page)
  await page.goto('/chat-history/all')
  const chat = page.getByRole('row').filter({ hasText: 'Oxygen of the day · ' })
  await expect(chat.getByRole('img', { name: 'New answer' })).toBeAttached()
  await chat.getByRole('link').first().click()
  await expect(turns(page)).toHaveCount(1)
  await expect(answer(page)).toBeVisible()

  await page.goto('/chat-history/jobs?state=scheduled')
  const menu = row.getByRole('button', { name: 'Options for Oxygen of the day' })
  const choose = async (item: string) => {
    await menu.click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await choose('Pause')
  await expect(row).toContainText('Paused')
  await choose('Run now')
  await expect(page.getByText('The run is starting.')).toBeVisible()
  await choose('Edit')
  const edit = page.getByRole('dialog', { name: 'Edit schedule' })
  await edit.getByLabel('Name').fill('Oxygen, edited')
  await edit.getByLabel('Ends').selectOption('After a number of runs')
  await edit.getByRole('button', { name: 'Save' }).click()
  const edited = page.getByRole('row').filter({ hasText: 'Oxygen, edited' })
  await expect(edited).toContainText('Paused')
  await edited.getByRole('button', { name: 'Options for Oxygen, edited' }).click()
  await page.getByRole('menuitem', { name: 'Resume' }).click()
  await expect(edited).not.toContainText('Paused')
  await edited.getByRole('button', { name: 'Options for Oxygen, edited' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: 'Delete this schedule?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(page.getByText('Nothing scheduled')).toBeVisible()
})

test('JOB-03 HIST-03 the page of jobs and its schedules fit a phone in Arabic and by night, with long names', async ({
  page,
  picture,
  expectAccessible,
}) => {
  test.slow()
  await startChat(page, 'Sandbox Researcher')
  await page.getByLabel('Review the plan first').uncheck()
  await ask(page, `How much oxygen do salmon need, ${'and what else '.repeat(12)}?`)
  await answerEnds(page)
  await page.getByRole('button', { name: 'Message options' }).click()
  await page.getByRole('menuitem', { name: 'Repeat…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Repeat this question' })
  await dialog.getByLabel('Name').fill('OneVeryLongNameWithoutSpaces'.repeat(4))
  await dialog.getByLabel('Repeats').selectOption('Every month')
  await expect(dialog.getByLabel('Budget of each run, in credits')).toHaveValue('50')
  await picture(page, 'from a question')
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(dialog).toBeHidden()
  for (const state of ['all', 'scheduled']) {
    await page.goto(`/chat-history/jobs?state=${state}`)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await picture(page, `desk ${state}`)
  }
  await page.evaluate(() => localStorage.setItem('atrium.language', '"ar"'))
  await page.setViewportSize({ width: 390, height: 844 })
  for (const scheme of ['light', 'dark'] as const)
    for (const state of ['all', 'scheduled']) {
      await page.emulateMedia({ colorScheme: scheme })
      await page.goto(`/chat-history/jobs?state=${state}`)
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      await expect(page.getByRole('table').getByRole('row').last()).toBeVisible()
      await expectNothingBeside(page)
      await picture(page, `phone ${scheme} ${state}`)
      await expectAccessible(page)
    }
})
