import { expect, test } from 'vitest'
import { feedbackAddress } from './feedback-address.ts'

test('NAV-15 the address of the feedback form has the name and email as query parameters', () => {
  expect(feedbackAddress('https://forms.example/f?id=7', { name: 'Ada & Co', email: 'a+b@c.example' })).toBe(
    'https://forms.example/f?id=7&name=Ada+%26+Co&email=a%2Bb%40c.example',
  )
})
