import { expectNothingBeside } from './support/measure.ts'
import { keepSidebarOpen } from './support/rooms.ts'
import { makeRoom } from './support/team.ts'
import { expect, memberTest as test } from './support/test.ts'

test('I18N-01 NAV-09 rooms in Arabic, by day and by night', async ({
  page,
  context,
  member,
  picture,
  expectAccessible,
}) => {
  test.slow()
  await keepSidebarOpen(context)
  await context.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('atrium.language', '"ar"')
  })
  await makeRoom(member, 'غرفة المشروع الكبير للفريق')
  await makeRoom(member, 'A room with a long name in English')
  await page.goto('/room-and-members')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const main = page.getByRole('navigation').first()
  await expect(main.getByRole('heading', { name: 'الغرف الخاصة' })).toBeVisible()
  const lock = await main.getByRole('img', { name: 'غرفة خاصة' }).first().boundingBox()
  const sidebar = await main.boundingBox()
  expect(sidebar?.x, 'the sidebar is at the right').toBeGreaterThan(900)
  expect(lock?.x, 'the lock is before the name').toBeGreaterThan(
    (sidebar?.x ?? 0) + (sidebar?.width ?? 0) / 2,
  )
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
    await expectNothingBeside(page)
    await picture(page, `room-${scheme}`)
    await expectAccessible(page)
    await main.getByRole('button', { name: 'إضافة غرفة جديدة' }).click()
    const dialog = page.getByRole('dialog', { name: 'إضافة غرفة جديدة' })
    for (const tab of ['الأعضاء', 'التعليمات', 'عام']) {
      await dialog.getByRole('tab', { name: tab }).click()
      await picture(page, `new-${scheme}-${tab}`)
    }
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'رجوع' }).click()
    await expect(dialog).toBeHidden()
  }
})
