import { expect, test } from 'vitest'
import { misleadingHost } from './named-hosts.ts'

test.each([
  ['https://bank.example', 'https://evil.example/login', 'evil.example'],
  ['bank.example', 'https://evil.example', 'evil.example'],
  ['Sign in at www.bank.example now', 'https://evil.example', 'evil.example'],
  ['https://bank.example', 'https://bank.example@evil.example/', 'evil.example'],
  ['bank.example', 'https://bank.example.evil.test/', 'bank.example.evil.test'],
  ['ba\u200Bnk.example', 'https://evil.example', 'evil.example'],
  ['bank。example', 'https://evil.example', 'evil.example'],
  ['gооgle.com', 'https://google.com', 'google.com'],
  ['help@bank.example', 'mailto:help@evil.example', 'evil.example'],
  ['https://evil.example/\u202Ebank.example', 'https://evil.example/%E2%80%AEbank.example', 'evil.example'],
  ['https://bank.example:x@evil.example/', 'https://bank.example:x@evil.example/', 'evil.example'],
  ['http://bank.example and https://evil.example', 'https://evil.example', 'evil.example'],
])('CHAT-06 %j to %s leads elsewhere', (text, href, host) => {
  expect(misleadingHost(text, href)).toBe(host)
})

test.each([
  ['the documentation', 'https://docs.example/guide'],
  ['https://docs.example', 'https://docs.example/guide'],
  ['docs.example/guide', 'https://docs.example/guide'],
  ['docs.example', 'https://www.docs.example/'],
  ['DOCS.example.', 'https://docs.example/'],
  ['bücher.example', 'https://xn--bcher-kva.example/'],
  ['README.md', 'https://github.example/a/b'],
  ['Node.js 24.1', 'https://nodejs.example'],
  ['a@mail.example', 'mailto:a@mail.example'],
  ['https://docs.example/page.aspx', 'https://docs.example/page.aspx'],
  ['www.docs.example/page.aspx', 'http://www.docs.example/page.aspx'],
  ['https://docs.`example', 'https://docs.%60example'],
  ['https://docs.example/@a.person/page.aspx', 'https://docs.example/@a.person/page.aspx'],
  ['a.person@docs.x', 'mailto:a.person@docs.x'],
  ['e.g. this one', 'https://docs.example'],
])('CHAT-06 %j to %s does not', (text, href) => {
  expect(misleadingHost(text, href)).toBeUndefined()
})
