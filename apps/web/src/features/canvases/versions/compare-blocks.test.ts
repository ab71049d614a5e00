import type { CanvasBlock } from '@atrium/contract'
import { expect, test } from 'vitest'
import { compareBlocks, hasChanges } from './compare-blocks.ts'

const block = (text: string, kind: CanvasBlock['kind'] = 'paragraph'): CanvasBlock => ({
  kind,
  depth: 0,
  text,
})
/** The comparison as a line: `[-removed-]`, `{+added+}`. */
const shown = (before: CanvasBlock[], after: CanvasBlock[], language = 'en') =>
  compareBlocks(before, after, language)
    .map(({ parts }) =>
      parts
        .map(({ text, change }) =>
          change === 'same' ? text : change === 'added' ? `{+${text}+}` : `[-${text}-]`,
        )
        .join(''),
    )
    .join(' / ')

test.each([
  ['a changed word', ['a b c'], ['a x c'], 'a [-b-]{+x+} c'],
  ['an added block', ['one', 'two'], ['one', 'new', 'two'], 'one / {+new+} / two'],
  ['a removed block', ['one', 'gone', 'two'], ['one', 'two'], 'one / [-gone-] / two'],
  ['a moved block', ['one', 'two'], ['two', 'one'], '[-one-] / two / {+one+}'],
  ['nothing', ['one'], ['one'], 'one'],
])('CANV-04 %s is shown by words', (_, before, after, expected) => {
  expect(
    shown(
      before.map((text) => block(text)),
      after.map((text) => block(text)),
    ),
  ).toBe(expected)
})

test('CANV-04 Chinese words are compared without spaces', () => {
  expect(shown([block('我们明天开会')], [block('我们今天开会')], 'zh')).toMatch(
    /^我们\[-明.*-\]\{\+今.*开会$/,
  )
})

test('CANV-04 a paragraph that became a heading is a change', () => {
  const compared = compareBlocks([block('Plan')], [block('Plan', 'heading1')], 'en')
  expect(hasChanges(compared)).toBe(true)
  expect(compared.map(({ kind }) => kind)).toEqual(['paragraph', 'heading1'])
})

test('CANV-04 two long documents with nothing in common are compared at once', () => {
  const long = (word: string) => Array.from({ length: 5_000 }, (_, index) => block(`${word} ${index}`))
  const startedAt = performance.now()
  expect(compareBlocks(long('one'), long('two'), 'en').length).toBeGreaterThanOrEqual(5_000)
  expect(performance.now() - startedAt).toBeLessThan(10_000)
})
