import { expect, test } from 'vitest'
import { dismiss, isDismissed } from './dismissal.ts'

const now = Date.parse('2027-01-31T22:00:00Z')

test.each([
  ['until its end', '2027-02-03T22:00:00Z', 3 * 24 * 3600],
  ['for a day without an end', null, 24 * 3600],
  ['no longer than its end, which has passed', '2027-01-31T21:00:00Z', 0],
])('LIFE-04 an announcement is dismissed %s', (_what, activeTill, seconds) => {
  const document = { cookie: '' }
  dismiss(document, '/api/files/notices/abc.png', activeTill, now)
  expect(document.cookie).toContain(`max-age=${seconds};`)
})

test('LIFE-04 another announcement shows again', () => {
  const document = { cookie: 'theme=dark; atrium_announcement=abc.png' }
  expect(isDismissed(document, 'https://files.example/notices/abc.png')).toBe(true)
  expect(isDismissed(document, '/api/files/notices/def.png')).toBe(false)
})
