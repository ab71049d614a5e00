import { expect } from '@playwright/test'
import { sendSignIn } from './support/sign-in.ts'
import { test } from './support/test.ts'

/** Redirect targets of an attacker, each written into the URL unchanged. */
const attacks = [
  '//evil.example',
  '/%5Cevil.example',
  'https:evil.example',
  'https://evil.example/chat',
  '/%09/evil.example',
  '/%2509/evil.example',
  'javascript:alert(1)',
  '/chat%0d%0aLocation:%20https://evil.example',
  '/%252f%252fevil.example',
  '%2f%2fevil.example',
  `/${'a'.repeat(8192)}`,
]

test('S17 AUTH-02 no returnTo redirects away from the site', async ({ page, member, product }) => {
  await page.goto('/')
  await expect(page, member.email).toHaveURL(/\/chat\/new$/)
  for (const attack of attacks) {
    await page.goto(`/auth/login?returnTo=${attack}`)
    await expect(page, attack.slice(0, 40)).toHaveURL(`${product.url}/chat/new`)
  }
})

test('S17 AUTH-02 nor after the form was filled in; a path of the site is followed', async ({
  page,
  member,
  openBrowser,
  product,
}) => {
  for (const [returnTo, end] of [
    ['//evil.example/chat', '/chat/new'],
    ['/%5C%5Cevil.example', '/chat/new'],
    ['/chat-history/all%3Fsort%3Dtitle', '/chat-history/all?sort=title'],
  ] as const) {
    const fresh = await openBrowser()
    await fresh.page.goto(`/auth/login?returnTo=${returnTo}`)
    await sendSignIn(fresh.page, member)
    await expect(fresh.page, returnTo).toHaveURL(product.url + end)
  }
  // A visitor who opens a page of the product returns to it after signing in.
  await page.context().clearCookies()
  await page.goto('/chat-history/all?order=asc')
  await sendSignIn(page, member)
  await expect(page).toHaveURL(/\/chat-history\/all\?order=asc$/)
})
