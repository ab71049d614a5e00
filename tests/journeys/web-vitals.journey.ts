import { expect, test } from './support/test.ts'

test('LIFE-06 web vitals go to the data layer of the page, and to nobody else', async ({ page, product }) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(product.url)) foreign.push(request.url())
  })
  const posted: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posted.push(new URL(request.url()).pathname)
  })
  await page.goto('/auth/login')
  const measured = () =>
    page.evaluate(() =>
      (
        window as { dataLayer?: { event: string; name: string; value: number; page: string }[] }
      ).dataLayer?.map(({ event, name, page: where }) => `${event} ${name} ${where}`),
    )
  await expect.poll(measured).toContain('web-vitals TTFB /auth/login')
  await expect.poll(measured).toContain('web-vitals FCP /auth/login')
  await page.getByLabel('Email address').click()
  await page.keyboard.type('ada@example.com')
  // The rest is final when the page goes to the background.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(measured).toContain('web-vitals LCP /auth/login')
  await expect.poll(measured).toContain('web-vitals CLS /auth/login')
  expect(foreign).toEqual([])
  expect(posted.filter((path) => !path.startsWith('/api/auth/'))).toEqual([])
})
