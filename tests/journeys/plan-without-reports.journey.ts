import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { reportOf } from './support/addresses.ts'
import { type Product, startProduct } from './support/product.ts'
import { joinTeamOf } from './support/team.ts'
import { expect, memberTest } from './support/test.ts'

const example = path.resolve(import.meta.dirname, '../../docs/examples/plans.sales.yaml')

/** Journeys of the example that sells: its free plan has no reports. Paid in the sandbox. */
const test = memberTest.extend<object, { product: Product }>({
  product: [
    async ({}, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'atrium-plans-'))
      const plansFile = path.join(folder, 'plans.yaml')
      writeFileSync(plansFile, readFileSync(example, 'utf8').replace('payments: stripe', 'payments: sandbox'))
      const product = await startProduct({ ATRIUM_PLANS_FILE: plansFile })
      await use(product)
      await product.close()
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

test('PERM-03 PERM-04 without reports in the plan, the tabs are disabled and the reports page offers admins the plans that have them', async ({
  page,
  member,
  product,
  openBrowser,
  picture,
  expectAccessible,
}) => {
  await page.goto(reportOf(member, 'credit-usage-by-member'))
  await expect(page.getByText("Your plan doesn't include reports")).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'Parts of the account' })
  for (const name of [/Plans & Billing/, /Reports & Analytics/])
    await expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  await picture(page, 'closed')

  const theirs = await openBrowser()
  const guest = await joinTeamOf(member, theirs.context, product)
  await theirs.page.goto(reportOf(guest, 'credit-usage-history'))
  await expect(theirs.page.getByRole('link', { name: 'Go to the members' })).toBeVisible()
  await expect(theirs.page.getByRole('link', { name: /See the plan/ })).toBeHidden()

  await page.getByRole('link', { name: 'See the plan Team' }).click()
  await expect(page).toHaveURL(new RegExp(`/plans-and-billing/plans-and-top-ups/${member.accountId}$`))
  await expect(page.getByRole('article', { name: 'Team' })).toContainText('Reports')
})
