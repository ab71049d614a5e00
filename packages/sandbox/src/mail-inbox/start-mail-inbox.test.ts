import { request } from 'node:http'
import { createTransport } from 'nodemailer'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startMailInbox, type MailInbox } from './start-mail-inbox.ts'

let inbox: MailInbox
beforeAll(async () => {
  inbox = await startMailInbox()
})
afterEach(() => inbox.clear())
afterAll(() => inbox.close())

function send(mail: {
  to: string
  subject: string
  text?: string
  html?: string
  bcc?: string
  attachments?: { filename: string; content: string }[]
}) {
  return createTransport({
    host: '127.0.0.1',
    port: inbox.smtpPort,
    auth: { user: 'any', pass: 'any' },
  }).sendMail({ from: 'Atrium <atrium@example.org>', ...mail })
}
const get = async (path: string) => {
  const reply = await fetch(inbox.url + path)
  return { status: reply.status, headers: reply.headers, html: await reply.text() }
}

test('OPS-01 a mail sent by SMTP is in the inbox with its code', async () => {
  const waiting = inbox.waitFor(({ to }) => to.includes('lan@example.org'))
  await send({
    to: 'Lan@Example.org',
    bcc: 'hidden@example.org',
    subject: 'Your code – mã của bạn',
    text: 'Order 2026-1234567\nYour code is 482913.\n',
    attachments: [{ filename: 'a.txt', content: 'x' }],
  })
  expect(await waiting).toMatchObject({
    subject: 'Your code – mã của bạn',
    code: '482913',
    to: ['lan@example.org', 'hidden@example.org'],
    attachments: [{ name: 'a.txt', sizeBytes: 1 }],
  })
})

test('the page lists the newest first and filters by address', async () => {
  await send({ to: 'a@example.org', subject: 'First', text: '111111' })
  await send({ to: 'b@example.org', subject: 'Second', text: 'x' })
  const all = await get('/')
  expect(all.html).toContain('<title>Sandbox inbox</title>')
  expect(all.html).toContain('These mails were not really sent.')
  expect(all.html.indexOf('Second')).toBeLessThan(all.html.indexOf('First'))
  const one = await get('/?to=A@example.org')
  expect(one.html).toContain('First')
  expect(one.html).not.toContain('Second')
  expect(await (await fetch(`${inbox.url}/messages?to=b@example.org`)).json()).toMatchObject([
    { subject: 'Second' },
  ])
  expect((await get('/?to=nobody@example.org')).html).toContain('No mail to nobody@example.org yet')
})

test('a mail opens with its code large', async () => {
  await send({ to: 'a@example.org', subject: 'Hello', text: 'Code: 904211' })
  const { html } = await get(`/mails/${inbox.messages()[0]?.id}`)
  expect(html).toContain('<output>904211</output>')
  expect((await get('/mails/none')).status).toBe(404)
})

test('X01 no part of a mail runs code or leaves its frame', async () => {
  const attack = '<script>alert(1)</script><img src=x onerror=alert(1)>"\'><svg onload=alert(1)>'
  await send({ to: 'a@example.org', subject: attack, text: attack, html: `${attack}" onload="alert(1)` })
  const [mail] = inbox.messages()
  for (const path of ['/', `/mails/${mail?.id}`, `/?to=${encodeURIComponent(attack)}`]) {
    const { html, headers } = await get(path)
    expect(html.replace(/<script>\nsetInterval[^]*?<\/script>/, '')).not.toMatch(/<script|<img|<svg/)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/)
  }
  const { html } = await get(`/mails/${mail?.id}`)
  const frame = /<iframe title="[^"]*" sandbox srcdoc="([^"]*)"><\/iframe>/.exec(html)?.[1]
  expect(frame).toMatch(/^&lt;meta http-equiv=&quot;Content-Security-Policy&quot;/)
  expect(frame).toContain('onload=&quot;alert(1)')
})

test('the last 500 mails are kept', async () => {
  const transport = createTransport({ host: '127.0.0.1', port: inbox.smtpPort, pool: true })
  for (let at = 1; at <= 503; at++)
    await transport.sendMail({ from: 'a@example.org', to: 'b@example.org', subject: String(at), text: 'x' })
  transport.close()
  expect(inbox.messages()).toHaveLength(500)
  expect(inbox.messages().at(-1)?.subject).toBe('4')
})

test('the inbox answers to its own address alone: no other name that points here, nothing that a proxy passes on', async () => {
  await send({ to: 'lan@example.org', subject: 'Secret', text: 'Your code is 482913.' })
  const { port } = new URL(inbox.url)
  const statusFor = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      request({ host: '127.0.0.1', port, path: '/messages', headers }, (reply) => {
        reply.resume()
        resolve(reply.statusCode)
      })
        .on('error', reject)
        .end()
    })
  expect(await statusFor({ host: `127.0.0.1:${port}` })).toBe(200)
  expect(await statusFor({ host: `localhost:${port}` })).toBe(200)
  for (const host of [
    'evil.example',
    `evil.example:${port}`,
    '127.0.0.1.evil.example',
    'localhost.evil.example',
  ])
    expect(await statusFor({ host })).toBe(421)
  expect(await statusFor({ host: 'localhost', 'x-forwarded-for': '203.0.113.9' })).toBe(421)
})
