import { readFile } from 'node:fs/promises'
import { call } from '@atrium/testkit/api-client.ts'
import { answerEnds, ask, composer, startChat } from './support/conversation.ts'
import { expectNothingBeside } from './support/measure.ts'
import { joinTeamOf } from './support/team.ts'
import { expect, memberTest as test } from './support/test.ts'

test('LIB-02 LIB-03 a question becomes a template, is shared, and a colleague uses it in Arabic', async ({
  page,
  member,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  test.slow()
  await startChat(page)
  await ask(page, 'Explain [subject] to a beginner.')
  await answerEnds(page)
  await page.getByRole('button', { name: 'Message options' }).first().click()
  await page.getByRole('menuitem', { name: 'Save to Question Library' }).click()
  const form = page.getByRole('dialog', { name: 'Save to Question Library' })
  await expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue('Explain [subject] to a beginner.')
  await form.getByRole('textbox', { name: 'Title' }).fill('Explain to a beginner')
  await form.getByRole('button', { name: 'subject' }).click()
  await expect(form.getByRole('textbox', { name: 'Question' })).toHaveValue(
    'Explain #{subject}# to a beginner.',
  )
  await form.getByRole('combobox', { name: 'Who can use it' }).click()
  await page.getByRole('option', { name: 'Everyone in the account' }).click()
  await picture(page, 'saving a question')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()

  const grace = await openBrowser()
  await joinTeamOf(member, grace.context, product)
  await grace.context.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('atrium.language', '"ar"')
  })
  const theirs = grace.page
  await theirs.goto('/question-library/account')
  await expect(theirs.getByRole('heading', { level: 1, name: 'مكتبة الأسئلة' })).toBeVisible()
  await expectNothingBeside(theirs)
  await picture(theirs, 'account in Arabic')
  await expectAccessible(theirs)
  await theirs.getByRole('button', { name: 'Explain to a beginner', exact: true }).click()
  const use = theirs.getByRole('dialog')
  const blank = use.getByRole('textbox', { name: 'subject' })
  await expect(blank).toBeFocused()
  await theirs.keyboard.press('Enter')
  await expect(use.getByText('املأ هذا الفراغ.')).toBeVisible()
  await blank.fill('المد والجزر')
  await expect(use.getByRole('region', { name: 'سؤالك' })).toContainText('Explain المد والجزر to a beginner.')
  await picture(theirs, 'using in Arabic')
  await expectAccessible(theirs)
  await theirs.keyboard.press('Enter')
  await expect(theirs).toHaveURL(/\/chat\/new$/)
  await expect(theirs.locator('textarea').first()).toHaveValue('Explain المد والجزر to a beginner.')
  await theirs.goto('/question-library/account')
  await theirs.getByRole('button', { name: 'Explain to a beginner', exact: true }).click()
  await expect(theirs.getByRole('dialog').getByRole('textbox', { name: 'subject' })).toHaveValue(
    'المد والجزر',
  )
})

test('LIB-01 LIB-03 NAV-02 the library lists, stars, edits with versions, deletes with undo, and fits a phone', async ({
  page,
  member,
  picture,
  expectAccessible,
}) => {
  test.slow()
  await page.goto('/question-library')
  await expect(page).toHaveURL('/question-library/starred')
  await expect(page.getByRole('heading', { level: 1, name: 'Question Library' })).toBeVisible()
  await picture(page, 'empty')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Browse Atrium’s library' }).click()
  await expect(page).toHaveURL('/question-library/atrium')
  await expect(page.getByRole('list', { name: 'Templates' }).getByRole('listitem').first()).toBeVisible()
  await picture(page, 'atrium')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture(page, 'atrium dark')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })

  const long = 'Averylongwordwithoutanyspaces'.repeat(4)
  await call('createPrompt', member.api, {
    body: { title: long, promptText: long.repeat(9), tags: [long.slice(0, 40)] },
  })
  await page.getByRole('link', { name: 'Mine', exact: true }).click()
  await page.getByRole('button', { name: 'New template' }).click()
  const form = page.getByRole('dialog', { name: 'New template' })
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByText('Enter a title.')).toBeVisible()
  await form.getByRole('textbox', { name: 'Title' }).fill('Tea')
  await form.getByRole('textbox', { name: 'Question' }).fill('Which #{kind: green | black}# tea?')
  await form.getByRole('combobox', { name: 'Tags' }).fill('drinks')
  await page.keyboard.press('Enter')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Tea', exact: true }) })
  await expect(row.getByText('drinks')).toBeVisible()
  await picture(page, 'mine')
  await expectNothingBeside(page)

  const star = row.getByRole('button', { name: 'Star Tea' })
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  const choose = async (item: string) => {
    await row.getByRole('button', { name: 'Options for Tea' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Edit')
  const edit = page.getByRole('dialog', { name: 'Edit template' })
  await edit.getByRole('textbox', { name: 'Question' }).fill('Which tea?')
  await edit.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(row.getByText('Which tea?')).toBeVisible()
  await choose('Versions')
  await page.getByRole('button', { name: 'Restore Version 1' }).click()
  await expect(row.getByText('Which kind tea?')).toBeVisible()
  await choose('Delete')
  await expect(row).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search templates' }).fill('which tea')
  await expect(page.getByRole('status').filter({ hasText: '1 template' })).toBeVisible()
  await expect(page).toHaveURL(/search=which/)
  await page.getByRole('searchbox', { name: 'Search templates' }).fill('nothing like it')
  await expect(page.getByText('No template found')).toBeVisible()

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/question-library/mine')
  await expect(row).toBeVisible()
  await expectNothingBeside(page)
  await picture(page, 'phone')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Tea', exact: true }).click()
  const use = page.getByRole('dialog')
  await use.getByRole('combobox', { name: 'kind' }).click()
  await page.getByRole('option', { name: 'black' }).click()
  await picture(page, 'using on a phone')
  await use.getByRole('button', { name: 'Put it in the composer' }).click()
  await expect(composer(page)).toHaveValue('Which black tea?')
})

test('CHAT-08 LIB-05 CHAT-15 NAV-13 the composer finds and suggests templates, by keyboard, in Arabic and on a phone', async ({
  page,
  member,
  picture,
  expectAccessible,
}) => {
  test.slow()
  await call('createPrompt', member.api, {
    body: {
      title: 'Warranty letter',
      promptText: 'Write to #{name}# about the warranty.',
      modifiers: { tone: 'Formal' },
    },
  })
  await call('createPrompt', member.api, {
    body: { title: '<img src=x onerror=alert(1)>', promptText: '<b>Compare</b> two offers.' },
  })
  await startChat(page)
  const suggested = page.getByRole('list', { name: 'Suggested templates' })
  await expect(suggested.getByRole('button')).toHaveCount(6)
  await picture(page, 'empty chat')
  await expectAccessible(page)

  const field = composer(page)
  await field.pressSequentially('Please @warr')
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  await expect(list.getByRole('option', { name: /Warranty letter/ })).toBeVisible()
  await picture(page, 'finding')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  const use = page.getByRole('dialog', { name: 'Warranty letter' })
  await use.getByRole('textbox', { name: 'name' }).fill('Ada')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('Please Write to Ada about the warranty.')
  await expect(field).toBeFocused()

  await field.fill('')
  await field.pressSequentially('/img')
  await expect(list.getByRole('option', { name: /<img src=x/ })).toBeVisible()
  // The matches of fewer letters show until those of all letters are there.
  await expect(list.getByRole('option', { name: /Warranty letter/ })).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(field).toHaveValue('<b>Compare</b> two offers.')

  await field.fill('')
  const height = async () => (await field.boundingBox())?.y
  const before = await height()
  await field.pressSequentially('a letter about the warranty')
  const similar = page.getByRole('list', { name: 'Similar templates' })
  await expect(similar.getByRole('button', { name: 'Warranty letter' })).toBeVisible()
  expect(await height()).toBe(before)
  await picture(page, 'similar')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Turn off suggestions' }).click()
  await expect(similar).toBeHidden()
  await page.reload()
  await field.fill('a letter about the warranty again')
  await page.getByRole('button', { name: /^Model: / }).waitFor()
  await expect(similar).toBeHidden()

  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: /^Search/ }).fill('warranty')
  await page.getByRole('option', { name: /Warranty letter/ }).click()
  await expect(use).toBeVisible()
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => localStorage.setItem('atrium.language', '"ar"'))
  await page.goto('/chat/new')
  await expect(page.getByRole('list', { name: 'قوالب مقترحة' }).getByRole('button')).toHaveCount(6)
  await expectNothingBeside(page)
  await picture(page, 'empty chat in Arabic on a phone')
  await expectAccessible(page)
})

test('templates leave as a file and come back elsewhere, all or none', async ({
  page,
  member,
  watched,
  picture,
  expectAccessible,
}) => {
  test.slow()
  watched.expectProblems(/400 \(Bad Request\)/)
  for (const title of ['Tea', 'Coffee'])
    await call('createPrompt', member.api, { body: { title, promptText: `Which #{kind}# ${title}?` } })
  await page.goto('/question-library/mine')
  await expect(page.getByText('2 templates')).toBeVisible()
  const menu = page.getByRole('button', { name: 'Import and export' })
  const saved = page.waitForEvent('download')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Export these as CSV' }).click()
  const file = await (await saved).path()

  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Import from a file…' }).click()
  const form = page.getByRole('dialog', { name: 'Import templates' })
  const chosen = page.locator('input[type=file]')
  await chosen.setInputFiles({ name: 'notes.csv', mimeType: 'text/csv', buffer: Buffer.from('A,B\n1,2\n') })
  await expect(form.getByText('No templates were found in this file.')).toBeVisible()
  const tooLong = `Title,Question\n${'x'.repeat(121)},Which?\nGood,Which?\n`
  await chosen.setInputFiles({ name: 'long.csv', mimeType: 'text/csv', buffer: Buffer.from(tooLong) })
  await expect(form.getByText('2 templates found in long.csv')).toBeVisible()
  await form.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(form.getByText('Nothing was imported.')).toBeVisible()
  await picture(page, 'import refused')
  await expectAccessible(page)

  await chosen.setInputFiles({ name: 'tea.csv', mimeType: 'text/csv', buffer: await readFile(file) })
  await expect(form.getByText('2 templates found in tea.csv')).toBeVisible()
  await picture(page, 'import')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText('2 templates were imported.')).toBeVisible()
  await expect(
    page.getByRole('list', { name: 'Templates' }).getByRole('button', { name: 'Coffee', exact: true }),
  ).toBeVisible()
  await expect(page).toHaveURL('/question-library/account')

  await page.setViewportSize({ width: 360, height: 740 })
  await expectNothingBeside(page)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Import from a file…' }).click()
  await picture(page, 'import on a phone')
  await expectAccessible(page)
})
