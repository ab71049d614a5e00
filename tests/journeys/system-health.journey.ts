import { renameSync } from 'node:fs'
import path from 'node:path'
import { joinAs } from './support/people.ts'
import { lookEverywhere } from './support/look-everywhere.ts'
import { adminEmail, systemTest } from './support/system-admin.ts'
import { expect } from './support/test.ts'
import { replied } from './support/watch.ts'

const test = systemTest()

test('OPS-03 LIFE-07 a system administrator sees the state of every part, with automatic updates; others get Not found', async ({
  page,
  context,
  product,
  openBrowser,
  watched,
  picture,
  expectAccessible,
}) => {
  test.slow()
  watched.expectProblems(replied(401))
  await joinAs(context, product, { firstName: 'Sam', lastName: 'System', email: adminEmail })
  const partCard = (name: string) => page.getByRole('region', { name, exact: true })
  const banner = page.getByRole('status').filter({ hasText: /working|attention/i })

  await test.step('a skeleton is shown while it loads', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/system/health', async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/system/health')
    await expect(page.getByRole('status', { name: 'Checking every part…' })).toBeVisible()
    await picture(page, 'loading')
    release()
    await expect(partCard('Database')).toBeVisible()
    await page.unroute('**/api/system/health')
  })
  await test.step('every part has a text state, and warnings have advice', async () => {
    for (const name of [
      'Database',
      'Disk space',
      'Answers',
      'Background jobs',
      'Processes',
      'File storage',
      'Search',
    ])
      await expect(partCard(name)).toContainText(/OK|Warning/)
    await expect(partCard('Disk space')).toContainText(/free of/)
    await expect(partCard('Disk space')).toContainText('data')
    await expect(partCard('Database')).toContainText(/Connections\s*\d+ of \d+/)
    await expect(partCard('Processes')).toContainText('web, worker')
    await expect(partCard('Email')).toContainText('Connect a mail server under Settings.')
    await expect(partCard('Model providers')).toContainText('Connect a model under Model providers.')
    await expect(partCard('Backups')).toContainText('Run npm run backup')
    await expect(partCard('Payments')).toContainText('Nothing is for sale.')
    await expect(partCard('Slow queries')).toContainText('create extension pg_stat_statements')
    await picture(page, 'health')
    await expectAccessible(page)
  })
  await test.step('trouble shows without a reload, in the banner, in its part and in the menu; and goes', async () => {
    const unfinished = path.join(product.dataDir, 'files/.unfinished')
    renameSync(unfinished, `${unfinished}-away`)
    await expect(partCard('File storage')).toContainText("Files can't be stored now.", { timeout: 30_000 })
    await expect(partCard('File storage')).toContainText('Problem')
    await expect(banner).toHaveText('Something needs attention: File storage')
    await expect(page.getByRole('link', { name: 'Health Something needs attention' })).toBeVisible()
    await picture(page, 'trouble')
    await expectAccessible(page)
    renameSync(`${unfinished}-away`, unfinished)
    await expect(partCard('File storage')).toContainText('OK', { timeout: 30_000 })
    await expect(page.getByRole('link', { name: 'Health', exact: true })).toBeVisible()
  })
  await test.step('when the server does not respond, the page shows an error and keeps its data', async () => {
    watched.expectProblems(replied(503))
    await page.route('**/api/system/health', (route) =>
      route.fulfill({
        status: 503,
        json: {
          isError: true,
          statusCode: 503,
          code: 'UNAVAILABLE',
          message: 'Unavailable',
          details: { reason: 'database-unreachable' },
        },
      }),
    )
    await expect(partCard('Database')).toContainText("The database doesn't answer.", { timeout: 30_000 })
    await expect(page.getByText('The latest check failed.')).toBeVisible()
    await picture(page, 'database away')
    await page.goto('/system/health')
    await expect(page.getByText("Couldn't load the health of this installation")).toBeVisible()
    await picture(page, 'failed')
    await page.unroute('**/api/system/health')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(partCard('Database')).toContainText('OK')
  })
  await test.step('a member finds nothing there', async () => {
    const guest = await openBrowser()
    await joinAs(guest.context, product, { firstName: 'Grace', lastName: 'Hopper' })
    await guest.page.goto('/system/health')
    await expect(guest.page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  })
  await lookEverywhere(page, '/system/health', picture, expectAccessible)
})
