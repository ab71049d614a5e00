import { expect, test } from 'vitest'
import { contrast } from './contrast.ts'
import { codeColours, ink, readable } from './palette.ts'

const schemes = ['light', 'dark'] as const

test('UI-02 contrast is measured as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

for (const scheme of schemes) {
  const { page, surface, sunken, ...words } = readable[scheme]
  for (const [name, colour] of Object.entries(words))
    test(`UI-02 ${name} text is readable on every ${scheme} ground`, () => {
      for (const ground of [page, surface, sunken])
        expect(contrast(colour, ground)).toBeGreaterThanOrEqual(4.5)
    })
  for (const [name, colour] of Object.entries(codeColours[scheme]))
    test(`UI-02 ${name} in code is readable in ${scheme}`, () => {
      expect(contrast(colour, sunken)).toBeGreaterThanOrEqual(4.5)
    })
}

test('UI-02 white is readable on the filled accent, hovered too', () => {
  expect(contrast('#ffffff', ink[7])).toBeGreaterThanOrEqual(4.5)
  expect(contrast('#ffffff', ink[6])).toBeGreaterThanOrEqual(4.5)
})
