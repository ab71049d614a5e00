import { languages, limits, variablesOf } from '@atrium/contract'
import { describe, expect, test } from 'vitest'
import { readLibrary } from './library.ts'

const library = readLibrary()
const english = library.in('en')

/** What two languages must have in common, in whatever order: the number of blanks, hints, and choices of each. */
const shapeOf = (text: string) =>
  variablesOf(text)
    .map(({ hint, choices }) => `${hint === '' ? 'plain' : 'hint'} ${choices.length}`)
    .sort()

describe.each(languages)('LIB-04 Atrium’s own library in %s', (language) => {
  const templates = library.in(language)

  test('has the same templates with the same variables as in English', () => {
    const differing = templates.flatMap((template, index) => {
      const other = english[index]
      const isSame =
        other?.promptId === template.promptId &&
        JSON.stringify(shapeOf(template.promptText)) === JSON.stringify(shapeOf(other.promptText))
      return isSame
        ? []
        : [[template.promptId, shapeOf(template.promptText), shapeOf(other?.promptText ?? '')]]
    })
    expect(differing).toEqual([])
  })

  test('repeats no title, description or text, and no collection', () => {
    for (const key of ['title', 'description', 'promptText'] as const) {
      const texts = templates.map((template) => template[key])
      expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
    }
    const collections = templates.map(({ collection }) => collection)
    const starts = collections.filter((name, index) => name !== collections[index - 1])
    expect(new Set(starts).size).toBe(starts.length)
  })

  test('has variables everywhere, and every mark of one is read', () => {
    for (const { promptId, promptText } of templates) {
      const marks = promptText.split('#{').length - 1
      expect(variablesOf(promptText).length, promptId).toBeGreaterThanOrEqual(2)
      expect(variablesOf(promptText).length, promptId).toBe(marks)
      expect(promptText.split('}#').length - 1, promptId).toBe(marks)
    }
  })

  test('is written in its language and fits the limits of templates', () => {
    const script = {
      ar: /\p{Script=Arabic}/u,
      zh: /\p{Script=Han}/u,
      vi: /[ăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/iu,
    }
    for (const template of templates) {
      const { promptId, title, description, promptText, tags } = template
      if (language in script)
        expect(`${title} ${description}`, promptId).toMatch(script[language as keyof typeof script])
      expect(title.length, promptId).toBeLessThanOrEqual(limits.promptTitleCharacters)
      expect(promptText.length, promptId).toBeGreaterThan(90)
      expect(new Set(tags).size, promptId).toBe(tags.length)
    }
  })
})

test('LIB-04 there are at least 60 templates with unique ids, several in each collection', () => {
  expect(english.length).toBeGreaterThanOrEqual(60)
  expect(new Set(english.map(({ promptId }) => promptId)).size).toBe(english.length)
  for (const templates of Map.groupBy(english, ({ collection }) => collection).values())
    expect(templates.length).toBeGreaterThanOrEqual(5)
})
