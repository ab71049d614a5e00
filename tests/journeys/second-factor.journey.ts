import { createHmac } from 'node:crypto'
import { findFreePort } from '@atrium/testkit/free-port.ts'
import type { Page } from '@playwright/test'
import { startProduct } from './support/product.ts'
import { sendSignIn } from './support/sign-in.ts'
import { expect, memberTest } from './support/test.ts'

/** The product at a host name: browsers make passkeys only for one. */
const test = memberTest.extend<object, { atName: void }>({
  product: [
    async ({}, use) => {
      const port = await findFreePort()
      const product = await startProduct({
        ATRIUM_PORT: String(port),
        ATRIUM_PUBLIC_URL: `http://localhost:${port}`,
      })
      await use(product)
      await product.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

/** The authenticator code for a secret at a time (RFC 6238). */
function codeAt(secret: string, atMs: number): string {
  const bits = [...secret.replaceAll(' ', '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(atMs / 30_000)))
  const hash = createHmac('sha1', key).update(step).digest()
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fff_ffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** Switches the second factor on by the page; gives the secret and the recovery codes that it shows. */
async function switchOn(page: Page, password: string) {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = (await dialog.locator('code').textContent()) ?? ''
  await dialog.getByLabel('6-digit code').fill(codeAt(secret, Date.now()))
  await expect(page.getByRole('dialog', { name: 'Your recovery codes' })).toBeVisible()
  const recoveryCodes = await page.getByRole('dialog').getByRole('listitem').allTextContents()
  return { secret, recoveryCodes }
}

test('AUTH-13 the second factor is set up, required at sign-in, replaced by a recovery code, and turned off', async ({
  page,
  member,
  openBrowser,
  picture,
  expectAccessible,
  watched,
}) => {
  watched.expectProblems(/40[013] \(/)
  const { secret, recoveryCodes } = await switchOn(page, member.password)
  expect(recoveryCodes).toHaveLength(10)
  await expectAccessible(page)
  await picture(page, 'recovery codes')
  await page.getByRole('button', { name: "I've saved them" }).click()
  await expect(page.getByText('10 recovery codes left')).toBeVisible()

  const other = await openBrowser()
  other.watched.expectProblems(/40[013] \(/)
  await other.page.goto('/auth/login?returnTo=%2Fprofile')
  await sendSignIn(other.page, member)
  await expect(other.page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expectAccessible(other.page)
  await picture(other.page, 'code at sign-in')
  // The next code is right already. The one before it may be used up.
  const right = codeAt(secret, Date.now() + 30_000)
  await other.page.getByLabel('6-digit code').fill(right === '000000' ? '111111' : '000000')
  await expect(other.page.getByRole('alert')).toContainText('This code is incorrect or was already used')
  await other.page.getByLabel('6-digit code').fill(codeAt(secret, Date.now() + 30_000))
  await expect(other.page.getByRole('heading', { name: 'Profile' })).toBeVisible()

  const lost = await openBrowser()
  lost.watched.expectProblems(/40[013] \(/)
  await lost.page.goto('/auth/login?returnTo=%2Fprofile')
  await sendSignIn(lost.page, member)
  await lost.page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await lost.page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
  await lost.page.getByRole('button', { name: 'Continue' }).click()
  await expect(lost.page.getByText('9 recovery codes left')).toBeVisible()

  await lost.page.getByRole('button', { name: 'Turn off' }).click()
  const dialog = lost.page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Use a code instead' }).click()
  await dialog.getByLabel(/Code from your authenticator app/).fill(recoveryCodes[1] ?? '')
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(lost.page.getByText('The second factor is off.')).toBeVisible()
})

test('AUTH-13 a passkey is created, named, signs in without the second factor, and is removed', async ({
  page,
  context,
  member,
  picture,
  expectAccessible,
  watched,
}) => {
  watched.expectProblems(/40[013] \(/)
  const browser = await context.newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await switchOn(page, member.password)
  await page.getByRole('button', { name: "I've saved them" }).click()

  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name of the passkey').fill('The blue laptop')
  await dialog.getByLabel('Your password').fill(member.password)
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  const passkeys = page.getByRole('list', { name: 'Your passkeys' })
  await expect(passkeys).toContainText('The blue laptop')
  await expect(passkeys).toContainText('Not used yet')
  await expectAccessible(page)
  await picture(page, 'a passkey')

  await page.goto('/accounts')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.goto('/auth/login?returnTo=%2Fprofile')
  // If the browser offers passkeys in the address field, the virtual authenticator answers at once.
  const signedIn = page.getByRole('heading', { name: 'Profile' })
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  await expect(signedIn.or(button).first()).toBeVisible()
  if (!(await signedIn.isVisible())) await button.click({ timeout: 5000 }).catch(() => undefined)
  await expect(signedIn).toBeVisible()
  await expect(passkeys).toContainText('Last used on')

  await page.getByRole('button', { name: 'Rename The blue laptop' }).click()
  await page.getByRole('dialog').getByLabel('Name of the passkey').fill('The old laptop')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Remove The old laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('You have no passkeys yet.')).toBeVisible()
})
