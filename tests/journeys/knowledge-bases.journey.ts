import type { Locator, Page } from '@playwright/test'
import type { RoomId } from '@atrium/contract'
import { call } from '@atrium/testkit/api-client.ts'
import { postForm } from '@atrium/testkit/upload-context-file.ts'
import { answer, answerEnds, ask } from './support/conversation.ts'
import { joinAs, type Member } from './support/people.ts'
import { closedPlansFile, type Product, startProduct } from './support/product.ts'
import { keepSidebarOpen, toast } from './support/rooms.ts'
import { joinTeamOf, makeRoom } from './support/team.ts'
import { expect, memberTest, test } from './support/test.ts'

/** Journeys of a product whose default plan has no knowledge bases. */
const gatedTest = memberTest.extend<object, { product: Product }>({
  product: [
    async ({}, use) => {
      const product = await startProduct({ ATRIUM_PLANS_FILE: closedPlansFile })
      await use(product)
      await product.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

const text = (name: string, content = 'Tea is older than coffee.') => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
})
const choose = (scope: Locator, ...files: ReturnType<typeof text>[]) =>
  scope.getByLabel('Choose files').setInputFiles(files)
const filesOf = (scope: Locator): Locator => scope.getByRole('list', { name: 'Files in this knowledge base' })
const listed = (page: Page): Locator => page.getByRole('list', { name: 'Knowledge bases' })

test('KB-01 KB-04 KB-05 KB-08 a base of three files is made, read, renamed, loses a file and is deleted', async ({
  page,
  context,
  product,
  picture,
  expectAccessible,
}) => {
  test.slow()
  const member = await joinAs(context, product)
  await keepSidebarOpen(context)
  await page.goto('/chat/new')
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Knowledge bases' })
    .click()
  await expect(page).toHaveURL(`/knowledge-bases/${member.roomId}`)
  await expect(page.getByText('No knowledge bases yet')).toBeVisible()
  await picture(page, 'empty')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'New knowledge base' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New knowledge base' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Tea')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('What we know of tea')
  await choose(
    dialog,
    text('history.txt'),
    text('prices.csv', 'leaf,price\noolong,4\n'),
    text('empty-words.txt', '   \n'),
    text('virus.exe'),
  )
  await expect(dialog.getByRole('alert')).toContainText('Upload Failed!')
  await expect(dialog.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(3)
  await picture(page, 'create')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create' }).click()

  const open = page.getByRole('dialog', { name: 'Tea' })
  await expect(filesOf(open).getByRole('listitem')).toHaveCount(3)
  for (const name of ['history.txt', 'prices.csv'])
    await expect(filesOf(open).getByRole('listitem').filter({ hasText: name })).toContainText('Ready')
  const failed = filesOf(open).getByRole('listitem').filter({ hasText: 'empty-words.txt' })
  await expect(failed).toContainText('It contains no text.')
  await expect(failed.getByRole('button', { name: 'Retry empty-words.txt' })).toBeVisible()
  await picture(page, 'read')
  await expectAccessible(page)

  await failed.getByRole('button', { name: 'Delete empty-words.txt' }).click()
  await page
    .getByRole('dialog', { name: 'Delete empty-words.txt?' })
    .getByRole('button', { name: 'Delete', exact: true })
    .click()
  await expect(filesOf(open).getByRole('listitem')).toHaveCount(2)
  await open.getByRole('button', { name: 'Rename' }).click()
  await open.getByRole('textbox', { name: 'Name' }).fill('Tea and coffee')
  await open.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Tea and coffee was saved.')).toBeVisible()
  const renamed = page.getByRole('dialog', { name: 'Tea and coffee' })
  await renamed.getByRole('button', { name: 'Close Tea and coffee' }).click()
  await expect(listed(page).getByRole('listitem')).toContainText('Ready')
  await picture(page, 'list')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Options for Tea and coffee' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: 'Delete Tea and coffee?' })
    .getByRole('button', { name: 'Delete', exact: true })
    .click()
  await expect(page.getByText('No knowledge bases yet')).toBeVisible()
})

test('KB-06 a knowledge base is chosen in the composer by its button and by an @, and is used for the question', async ({
  page,
  context,
  product,
  picture,
  expectAccessible,
}) => {
  test.slow()
  const member = await joinAs(context, product)
  await page.goto(`/knowledge-bases/${member.roomId}`)
  for (const name of ['Tea', 'Law']) {
    await page.getByRole('button', { name: 'New knowledge base' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New knowledge base' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await choose(dialog, text(`${name}.txt`, `${name} is a subject of its own.`))
    await expect(dialog.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(1)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: `Close ${name}` }).click()
  }
  await page.goto('/chat/new')
  await page.getByRole('button', { name: 'Knowledge', exact: true }).click()
  await page.getByRole('checkbox', { name: /^Tea/ }).check()
  await picture(page, 'panel')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const chips = page.getByRole('list', { name: 'Included knowledge bases' })
  await expect(chips.getByRole('listitem')).toHaveText(['Tea'])
  const field = page.getByRole('textbox', { name: 'Your question' })
  await field.pressSequentially('@La')
  await page.getByRole('option', { name: /Law/ }).click()
  await expect(chips.getByRole('listitem')).toHaveText(['Tea', 'Law'])
  await expect(field).toHaveValue('')
  await page.getByRole('button', { name: 'Remove Law' }).click()
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/answer'),
  )
  await field.fill('What is tea?')
  await field.press('Enter')
  expect((await asked).postDataJSON()).toMatchObject({ baseIds: [expect.stringMatching(/^base_/)] })
  await expect(page).toHaveURL(/\/chat\/chat_/)
  await page.reload()
  await expect(chips.getByRole('listitem')).toHaveText(['Tea'])
})

test('KB-04 NAV-14 in Arabic and on a phone; a member looks and changes nothing; a link of another account leads into it', async ({
  page,
  context,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  test.slow()
  const member = await joinAs(context, product)
  await page.setViewportSize({ width: 360, height: 740 })
  await context.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('atrium.language', '"ar"')
  })
  await page.goto(`/knowledge-bases/${member.roomId}?kb=true`)
  await page.getByRole('button', { name: 'قاعدة معرفة جديدة' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'قاعدة معرفة جديدة' })
  await dialog.getByRole('textbox', { name: 'الاسم' }).fill('عقود')
  await dialog.getByLabel('اختيار ملفات').setInputFiles([text('عقد.txt', 'العقد شريعة المتعاقدين.')])
  await expect(dialog.getByRole('list', { name: 'الملفات' }).getByRole('listitem')).toHaveCount(1)
  await picture(page, 'create in Arabic')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'إنشاء' }).click()
  const open = page.getByRole('dialog', { name: 'عقود' })
  await expect(open.getByRole('listitem')).toContainText('جاهز')
  await picture(page, 'base in Arabic')
  await expectAccessible(page)
  await open.getByRole('button', { name: 'إغلاق عقود' }).click()
  await picture(page, 'list in Arabic')

  const graces = await openBrowser()
  await joinTeamOf(member, graces.context, product)
  await graces.page.goto('/accounts')
  await graces.page.goto(`/knowledge-bases/${member.accountId}`)
  await expect(graces.page).toHaveURL(`/knowledge-bases/${member.accountId}`)
  await expect(graces.page.getByRole('heading', { level: 1, name: 'Knowledge bases' })).toBeVisible()
  await expect(graces.page.getByRole('button', { name: 'New knowledge base' })).toHaveCount(0)
})

/** A base of one file, made without the screens and read. */
async function makeBase(owner: Member, roomId: RoomId, file: { name: string; content: string }) {
  const api = { ...owner.api, roomId }
  const bytes = Buffer.from(file.content)
  const { data: form } = await call('getUploadForm', api, {
    query: { filename: file.name, 'content-type': 'text/plain', size: String(bytes.length), for: 'base' },
  })
  expect((await postForm(api.url, form, bytes)).ok).toBe(true)
  const { data: base } = await call('createKnowledgeBase', api, {
    body: { files: [form.fields['key'] ?? ''], rag_name: 'Vault', description: '', ip_type: 'FILE_UPLOAD' },
  })
  await expect
    .poll(async () => (await call('listKnowledgeBases', api, { query: {} })).data[0]?.state.status)
    .toBe('COMPLETED')
  return base
}

test("KB-06 CHAT-06 T19 a colleague without access to a file sees its source as hidden, and whom to ask; their questions don't find it", async ({
  page: _page,
  context,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  test.slow()
  const member = await joinAs(context, product)
  const graces = await openBrowser()
  const grace = await joinTeamOf(member, graces.context, product)
  const vault = await makeRoom(member, 'Vault', { people: [grace] })
  await makeBase(member, vault, { name: 'merger.txt', content: 'The merger is called Solstice.' })

  const { page } = graces
  await page.goto('/chat/new')
  const chooseVault = async () => {
    await page.getByRole('button', { name: 'Knowledge', exact: true }).click()
    await page.getByRole('checkbox', { name: /^Vault/ }).check()
    await page.keyboard.press('Escape')
  }
  await chooseVault()
  await ask(page, 'What is the merger called?')
  await answerEnds(page)
  const source = answer(page).getByRole('button', { name: 'Source 1: merger.txt' })
  await expect(source.first()).toBeVisible()

  graces.watched.expectProblems(/status of 40[34]/)
  await call('removeRoomMember', member.api, { params: { roomId: vault, userId: grace.userId } })
  await page.reload()
  const hidden = answer(page).getByRole('button', { name: 'Source 1: hidden' })
  await hidden.first().hover()
  await expect(page.getByRole('tooltip')).toContainText(
    "Hidden: you don't have access to this file. Ask an admin of its room.",
  )
  expect(await page.content()).not.toContain('merger.txt')
  await picture(page, 'hidden')
  await expectAccessible(page)
  await ask(page, 'And what was the merger called again?')
  await answerEnds(page)
  await expect(answer(page).getByRole('button', { name: /^Source/ })).toHaveCount(0)
})

test('KB-09 an admin creates an account base; a member sees it on both pages and uses it in their own room', async ({
  page,
  context,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  test.slow()
  const member = await joinAs(context, product)
  await page.goto(`/knowledge-bases/${member.accountId}`)
  await page.getByRole('button', { name: 'New knowledge base' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New knowledge base' })
  await expect(dialog.getByRole('combobox', { name: 'Rooms' })).toHaveValue('Every room')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Handbook')
  await choose(dialog, text('handbook.txt', 'The office opens at seven.'))
  await expect(dialog.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(1)
  await picture(page, 'for every room')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  const open = page.getByRole('dialog', { name: 'Handbook' })
  await expect(open.getByText('Every room')).toBeVisible()
  await choose(open, text('more.txt', 'It closes at four.'))
  await expect(filesOf(open).getByRole('listitem').filter({ hasText: 'more.txt' })).toContainText('Ready')
  await expect(filesOf(open).getByRole('listitem').filter({ hasText: 'handbook.txt' })).toContainText('Ready')

  const graces = await openBrowser()
  const grace = await joinTeamOf(member, graces.context, product)
  const own = await makeRoom(grace, 'Graces room')
  for (const id of [member.accountId, own]) {
    await graces.page.goto(`/knowledge-bases/${id}`)
    const row = listed(graces.page).getByRole('listitem').filter({ hasText: 'Handbook' })
    await expect(row).toContainText('Every room')
    await expect(graces.page.getByRole('button', { name: 'Options for Handbook' })).toHaveCount(0)
  }
  await picture(graces.page, 'on the page of a room')
  await graces.page.goto('/chat/new')
  await graces.page.getByRole('button', { name: 'Knowledge', exact: true }).click()
  await graces.page.getByRole('checkbox', { name: /^Handbook/ }).check()
  await graces.page.keyboard.press('Escape')
  await ask(graces.page, 'When does the office open?')
  await answerEnds(graces.page)
  const source = answer(graces.page).getByRole('button', { name: 'Source 1: handbook.txt' })
  await expect(source.first()).toBeVisible()
})

gatedTest(
  'KB-04 a plan without knowledge bases says so, and offers none in the composer',
  async ({ page, member, picture, expectAccessible }) => {
    await page.goto(`/knowledge-bases/${member.roomId}`)
    await expect(page.getByText("Your plan doesn't include knowledge bases")).toBeVisible()
    await picture(page, 'gate')
    await expectAccessible(page)
    await page.goto('/chat/new')
    await expect(page.getByRole('textbox', { name: 'Your question' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Knowledge', exact: true })).toHaveCount(0)
  },
)
