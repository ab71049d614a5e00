import { call } from '@atrium/testkit/api-client.ts'
import { joinAs } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('E01 a base gets a text and a web page; an address inside is refused in words; both are changed and removed', async ({
  page,
  context,
  product,
  picture,
  expectAccessible,
}) => {
  test.slow()
  const member = await joinAs(context, product)
  await call('createKnowledgeBase', member.api, {
    body: { files: [], rag_name: 'Tea', ip_type: 'FILE_UPLOAD' },
  })
  await page.goto(`/knowledge-bases/${member.roomId}`)
  await page
    .getByRole('list', { name: 'Knowledge bases' })
    .getByRole('button', { name: 'Tea', exact: true })
    .click()
  const base = page.getByRole('dialog', { name: 'Tea' })
  await expect(base.getByText('No texts or pages yet')).toBeVisible()
  const choose = async (name: string) => {
    await base.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('menuitem', { name }).click()
    return page.getByRole('dialog', { name })
  }
  const row = (name: string) =>
    base.getByRole('list', { name: 'Text and web pages' }).getByRole('listitem').filter({ hasText: name })

  const text = await choose('Add a text')
  await text.getByRole('textbox', { name: 'Title' }).fill('House rules')
  await text.getByRole('textbox', { name: 'Text' }).fill('Tea is at four.')
  await picture(page, 'text')
  await expectAccessible(page)
  await text.getByRole('button', { name: 'Add' }).click()
  await expect(row('House rules')).toBeVisible()

  const address = await choose('Add a web page')
  await address.getByRole('textbox', { name: 'Address' }).fill(`${product.url}/chat/new`)
  await address.getByRole('combobox', { name: 'Refresh' }).selectOption('Every week')
  await picture(page, 'page')
  await address.getByRole('button', { name: 'Add' }).click()
  await expect(row('/chat/new')).toContainText("This address isn't on the public internet")
  await picture(page, 'sources')
  await expectAccessible(page)

  await row('House rules').getByRole('button', { name: 'Options for House rules' }).click()
  await page.getByRole('menuitem', { name: 'Edit the text' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit the text' })
  await expect(edit.getByRole('textbox', { name: 'Text' })).toHaveValue('Tea is at four.')
  await edit.getByRole('textbox', { name: 'Title' }).fill('Rules')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(row('Rules')).toBeVisible()
  await row('Rules').getByRole('button', { name: 'Options for Rules' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('dialog', { name: 'Remove Rules?' }).getByRole('button', { name: 'Remove' }).click()
  await expect(row('Rules')).toHaveCount(0)

  await page.evaluate(() => localStorage.setItem('atrium.language', '"ar"'))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.reload()
  await expect(page.getByText('نصوص وصفحات ويب')).toBeVisible()
  await picture(page, 'sources in Arabic')
  await expectAccessible(page)
})
