import { expect, test } from 'vitest'
import { allowsPath, parseRobots } from './robots-rules.ts'

test.each([
  ['', '/a', true],
  ['User-agent: *\nDisallow: /', '/a', false],
  ['User-agent: *\nDisallow:', '/a', true],
  ['User-agent: Other\nDisallow: /', '/a', true],
  ['User-agent: *\nDisallow: /\n\nUser-agent: AtriumBot/1.0\nAllow: /', '/a', true],
  ['User-agent: other\nUser-agent: ATRIUMBOT\nCrawl-delay: 1\nDisallow: /a # here', '/a/b', false],
  [
    'User-agent: atriumbot\nDisallow: /a\nUser-agent: x\nDisallow: /\nUser-agent: atriumbot\nDisallow: /b',
    '/b',
    false,
  ],
  ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
  ['User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
  ['User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf', false],
  ['User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf?z', true],
  ['User-agent: *\nDisallow: /a*b*c', '/a1b2d', true],
  ['User-agent: *\nDisallow: /a$', '/ab', true],
  ['User-agent: *\nDisallow: /caf%c3%a9', '/caf%C3%A9', false],
  ['User-agent: *\nDisallow: /café', '/caf%C3%A9', false],
  ['User-agent: *\nDisallow: /%7Ejo', '/~jo', false],
  ['Disallow: /\nUser-agent: *\rDisallow: /b', '/a', true],
])('robots.txt %j: %s may be fetched: %s', (text, path, isAllowed) => {
  expect(allowsPath(parseRobots(text), path)).toBe(isAllowed)
})

test('D05 a rule with many stars is matched quickly', () => {
  const rules = parseRobots(`User-agent: *\nDisallow: /${'*a'.repeat(5000)}b`)
  expect(allowsPath(rules, `/${'a'.repeat(20_000)}`)).toBe(true)
})
