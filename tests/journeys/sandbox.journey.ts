import { languages } from '@atrium/contract'
import { languageNames } from '@atrium/phrases'
import { answer, answerEnds, ask, startChat } from './support/conversation.ts'
import { expectNothingBeside } from './support/measure.ts'
import { joinAs } from './support/people.ts'
import { adminEmail, systemTest } from './support/system-admin.ts'
import { expect } from './support/test.ts'

const test = systemTest()

const mayConnect = {
  en: 'Sandbox: connect a model',
  fr: 'Bac à sable : connecter un modèle',
  vi: 'Hộp cát: kết nối một mô hình',
  zh: '沙盒：连接模型',
  ar: 'بيئة تجريبية: اربط نموذجا',
}

test('MODEL-06 CHAT-07 the sandbox answers with its Writer, is marked as a sandbox, and links administrators to the providers', async ({
  page,
  context,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  test.slow()
  await joinAs(context, product, { email: adminEmail })
  const connect = page.getByRole('link', { name: 'Sandbox: connect a model' })

  await test.step('the empty chat links to the providers', async () => {
    await page.goto('/chat/new')
    await expect(connect).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'empty chat')
    await connect.click()
    await expect(page.getByRole('heading', { name: 'Model providers', level: 1 })).toBeVisible()
  })

  await test.step('a plan is written by Auto with its Writer, with the person’s words and a title', async () => {
    await startChat(page)
    await ask(
      page,
      'Make a plan with milestones, owners and risks for this project: moving the office to Lyon',
    )
    await answerEnds(page)
    await expect(answer(page)).toHaveAccessibleName('Answer by Sandbox Writer')
    await expect(
      answer(page).getByRole('heading', { name: 'Project plan: moving the office to Lyon' }),
    ).toBeVisible()
    await expect(answer(page).getByRole('table')).toBeVisible()
    await expect(answer(page).getByRole('link', { name: 'Sandbox: connect a model' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 }).first()).toHaveText(
      /Project plan: moving the office to Lyon/,
    )
    await picture(page, 'an idea')
    await expectAccessible(page)
  })

  await test.step('a question without a prepared answer gets a notice in its language', async () => {
    await ask(page, '怎样才能成为飞行员？')
    await answerEnds(page)
    await expect(answer(page).getByRole('heading', { name: '沙盒没有这个问题的答案' })).toBeVisible()
  })

  await test.step('others read that an administrator can connect a model', async () => {
    const other = await openBrowser()
    await joinAs(other.context, product)
    await other.page.goto('/chat/new')
    await expect(other.page.getByText('Sandbox: a system administrator can connect a model')).toBeVisible()
    await expect(other.page.getByRole('link', { name: /^Sandbox:/ })).toHaveCount(0)
  })

  await test.step('in five languages, on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    for (const language of languages) {
      await page.goto('/accounts')
      await page.locator('select').selectOption({ label: languageNames[language] })
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await page.goto('/chat/new')
      await expect(page.getByRole('link', { name: mayConnect[language] })).toBeVisible()
      await expectNothingBeside(page)
    }
    await picture(page, 'empty chat in Arabic on a phone')
    await expectAccessible(page)
  })
})
