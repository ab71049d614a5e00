import type { Node } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import { prosemirrorJSONToYDoc, yXmlFragmentToProseMirrorRootNode } from '@tiptap/y-tiptap'
import {
  applyUpdate,
  createRelativePositionFromTypeIndex,
  Doc,
  encodeStateAsUpdate,
  encodeStateVector,
  relativePositionToJSON,
  XmlElement,
  XmlText,
} from 'yjs'
import { expect, test } from 'vitest'
import { markdownOf, stateFromMarkdown } from '../index.ts'
import { schema } from '../schema.ts'
import { findPassage, passageMarkdown, resolveChanges, suggestedChanges, writeSuggestion } from './index.ts'

const author = { id: 'shaping_1', model: 'Test model' }
function docOf(text: string): Doc {
  const doc = new Doc()
  applyUpdate(doc, stateFromMarkdown(text))
  return doc
}
/** A second replica, without a connection to the first. */
function copyOf(doc: Doc): Doc {
  const copy = new Doc()
  applyUpdate(copy, encodeStateAsUpdate(doc))
  return copy
}
const nodeOf = (doc: Doc): Node => yXmlFragmentToProseMirrorRootNode(doc.getXmlFragment('default'), schema)
function suggest(doc: Doc, text: string): number {
  const passage = findPassage(doc, null)
  if (!passage) throw new Error('This document has no text.')
  return writeSuggestion(doc, passage, text, author)
}
const kindOf = (node: Node) => /"kind":"(\w+)"/.exec(String(node.attrs['suggestion'] ?? ''))?.[1]
/** The document with its suggestions as `[-deleted-]` and `{+inserted+}`. */
const shown = (node: Node): string => {
  if (node.isText) {
    const names = node.marks.map(({ type }) => type.name)
    if (names.includes('suggestedInsertion')) return `{+${node.text}+}`
    return names.includes('suggestedDeletion') ? `[-${node.text}-]` : (node.text ?? '')
  }
  const inner =
    node.type.name === 'formula'
      ? `<${node.attrs['source']}>`
      : Array.from({ length: node.childCount }, (_, index) => shown(node.child(index))).join(
          node.isTextblock ? '' : '\n',
        )
  const kind = kindOf(node)
  return kind === 'insert' ? `{+${inner}+}` : kind === 'delete' ? `[-${inner}-]` : inner
}
const shownIn = (doc: Doc) => shown(nodeOf(doc)).trim()
function resolved(doc: Doc, decision: 'accept' | 'refuse', which = suggestedChanges(nodeOf(doc))): string {
  const state = EditorState.create({ doc: nodeOf(doc) })
  const result = state.apply(resolveChanges(state, which, decision)).doc
  result.check()
  return markdownOf(prosemirrorJSONToYDoc(schema, result.toJSON(), 'default'))
}
const textIn = (doc: Doc, index = 0): XmlText => {
  const block = doc.getXmlFragment('default').get(index)
  const text = block instanceof XmlElement ? block.get(0) : null
  if (!(text instanceof XmlText)) throw new Error('There is no text.')
  return text
}
const rangeOf = (doc: Doc, from: number, to: number) => ({
  from: relativePositionToJSON(createRelativePositionFromTypeIndex(textIn(doc), from)),
  to: relativePositionToJSON(createRelativePositionFromTypeIndex(textIn(doc), to)),
})

test.each([
  ['one word', 'The quick fox.', 'The slow fox.', 'The [-quick-]{+slow+} fox.'],
  ['neighbouring words as one change', 'A red old car.', 'A blue new car.', 'A [-red old-]{+blue new+} car.'],
  ['words added at the end', 'Ship it.', 'Ship it. Today.', 'Ship it.{+ Today.+}'],
  ['formatting of a word', 'Ship in March.', 'Ship in **March**.', 'Ship in [-March-]{+March+}.'],
  ['Chinese', '我们今天发布产品。', '我们明天发布产品。', '我们[-今天-]{+明天+}发布产品。'],
  ['Arabic', 'نبدأ في آذار مع الفريق.', 'نبدأ في نيسان مع الفريق.', 'نبدأ في [-آذار-]{+نيسان+} مع الفريق.'],
  ['a list item', '- tea\n- coffee black', '- tea\n- coffee white', 'tea\ncoffee [-black-]{+white+}'],
  ['a new paragraph', 'One thing.', 'One thing.\n\nAnd another.', 'One thing.\n{+And another.+}'],
  ['the words around a formula', 'So $x_1$ is big.', 'So $x_1$ is small.', 'So <x_1> is [-big-]{+small+}.'],
  ['a formula', 'So $x_1$ is big.', 'So $x_2$ is big.', 'So [-<x_1>-]{+<x_2>+} is big.'],
  ['a formula at the end', 'So it is', 'So it is $x$', 'So it is{+ +}{+<x>+}'],
  ['words to a formula, as text within a text', 'So a is big.', 'So $a$ is big.', 'So [-a-]{+$a$+} is big.'],
  ['a displayed formula', 'So:\n\n$$\na\n$$', 'So:\n\n$$\nb\n$$', 'So:\n[-<a>-]{+<b>+}'],
  ['code, as a whole', '```ts\na\n```', '```ts\nb\n```', '[-a-]\n{+b+}'],
  [
    'nothing',
    '# Plan\n\n- **a**\n\n| x | y |\n| --- | --- |\n| 1 | 2 |',
    '# Plan\n\n- **a**\n\n| x | y |\n|---|---|\n| 1 | 2 |',
    'Plan\na\nx\ny\n1\n2',
  ],
])('CANV-03 a suggestion changes %s and leaves the rest', (_name, before, after, result) => {
  const doc = docOf(before)
  suggest(doc, after)
  expect(shownIn(doc).replaceAll(/\n\n+/g, '\n')).toBe(result)
  expect(markdownOf(doc)).toBe(markdownOf(docOf(before)))
  expect(resolved(doc, 'refuse')).toBe(markdownOf(docOf(before)))
  expect(resolved(doc, 'accept')).toBe(markdownOf(docOf(after)))
})

test.each([
  ['# Plan\n\nWe ship soon.\n\n- first\n- second\n\nThe end.', '## Result\n\nNothing alike here.'],
  ['Long text of one paragraph.', '- point one\n- point two\n\n> quoted\n\n```\ncode\n```'],
  ['- a\n- b\n  - c\n\n1. one', '- a\n- d\n\n1. one\n2. two\n\n- [ ] do\n- [x] done'],
  ['a\n\nb\n\nc\n\nd', 'd\n\na'],
  ['So $x$ and **all $y$ here**.', 'Now $y$, **all of $y$ here** and\n\n$$\nz\n$$'],
  ['$a$', '$b$ $c$'],
  ['x', '| a | b |\n| --- | --- |\n| 1 | **2** |'],
  ['A `code` word and [link](https://a.example).', 'A `code2` word and [link](https://b.example) now.'],
])('CANV-03 accepting makes the new text of any other, refusing the old: %j', (before, after) => {
  const doc = docOf(before)
  const count = suggest(doc, after)
  expect(suggestedChanges(nodeOf(doc))).toHaveLength(count)
  expect(resolved(doc, 'refuse')).toBe(markdownOf(docOf(before)))
  expect(resolved(doc, 'accept')).toBe(markdownOf(docOf(after)))
})

test('CANV-03 a formula that is text in an older canvas is not changed by a suggestion for the words around it', () => {
  const doc = docOf('So it is big.')
  textIn(doc).delete(3, 2)
  textIn(doc).insert(3, '$x_1$')
  suggest(doc, 'So $x_1$ is small.')
  expect(shownIn(doc)).toBe('So $x_1$ is [-big-]{+small+}.')
})

test('CANV-03 a formula to delete that a person changed at the same time stays, and words beside a suggested one', () => {
  const base = docOf('So $x$ is big.')
  const [models, graces] = [copyOf(base), copyOf(base)]
  suggest(models, 'So it is $y$ big.')
  const block = graces.getXmlFragment('default').get(0) as XmlElement
  ;(block.get(1) as XmlElement).setAttribute('source', 'z')
  ;(block.get(2) as XmlText).insert(' is big'.length, ', says Grace')
  applyUpdate(graces, encodeStateAsUpdate(models))
  expect(resolved(graces, 'accept')).toBe('So $z$it is $y$ big, says Grace.')
})

test('CANV-03 changes are accepted and refused one by one', () => {
  const doc = docOf('The quick fox jumps over the lazy dog.')
  suggest(doc, 'The slow fox jumps over the busy dog.')
  const [first, second] = suggestedChanges(nodeOf(doc))
  if (!first || !second) throw new Error('There are two changes.')
  const state = EditorState.create({ doc: nodeOf(doc) })
  const accepted = state.apply(resolveChanges(state, [first], 'accept'))
  expect(shown(accepted.doc).trim()).toBe('The slow fox jumps over the [-lazy-]{+busy+} dog.')
  expect(first).toMatchObject({ id: author.id, model: author.model })
})

test('CANV-03 concurrent typing never shifts a suggestion, wherever it happens', () => {
  const base = docOf('The quick fox jumps.')
  const [models, graces] = [copyOf(base), copyOf(base)]
  suggest(models, 'The slow fox leaps.')
  textIn(graces).insert(0, 'Today: ')
  textIn(graces).insert(textIn(graces).length, ' Grace agrees.')
  textIn(graces).insert('Today: The quick'.length, 'er')
  const update = encodeStateAsUpdate(models, encodeStateVector(base))
  applyUpdate(graces, update)
  applyUpdate(models, encodeStateAsUpdate(graces))
  expect(shownIn(graces)).toBe(shownIn(models))
  expect(resolved(graces, 'refuse')).toBe('Today: The quicker fox jumps. Grace agrees.')
  expect(resolved(graces, 'accept')).toMatch(/^Today: The (slower|erslow) fox leaps\. Grace agrees\.$/)
})

test('CANV-03 words that a person wrote at the same time into words to delete stay', () => {
  const base = docOf('Remove all these words, please.')
  const [models, graces] = [copyOf(base), copyOf(base)]
  suggest(models, 'Thanks.')
  textIn(graces).insert('Remove all these '.length, 'very important ')
  applyUpdate(graces, encodeStateAsUpdate(models))
  expect(resolved(graces, 'accept')).toContain('very important')
  expect(resolved(graces, 'accept')).not.toContain('Remove')
})

test('CANV-03 a block to delete that a person changed at the same time stays', () => {
  const base = docOf('Keep.\n\n- one\n- two')
  const [models, graces] = [copyOf(base), copyOf(base)]
  suggest(models, 'Keep.')
  const list = graces.getXmlFragment('default').get(1) as XmlElement
  ;((list.get(0) as XmlElement).get(0) as XmlElement).get(0)
  const item = ((list.get(0) as XmlElement).get(0) as XmlElement).get(0) as XmlText
  item.insert(item.length, ' more')
  applyUpdate(graces, encodeStateAsUpdate(models))
  expect(resolved(graces, 'accept')).toContain('one more')
  expect(suggestedChanges(nodeOf(models))).toHaveLength(1)
  expect(resolved(models, 'accept')).toBe('Keep.')
})

test('CANV-03 a selection keeps its place while others type before it', () => {
  const base = docOf('The quick fox jumps over the lazy dog.')
  const range = rangeOf(base, 4, 13)
  textIn(base).insert(0, 'Look: ')
  const passage = findPassage(base, range)
  if (!passage) throw new Error('The passage is there.')
  expect(passageMarkdown(passage)).toBe('quick fox')
  expect(writeSuggestion(base, passage, 'slow fox', author)).toBe(1)
  expect(shownIn(base)).toBe('Look: The [-quick-]{+slow+} fox jumps over the lazy dog.')
})

test('CANV-03 a passage that was deleted, or positions of another document, are none', () => {
  const doc = docOf('One.\n\nTwo.')
  const range = rangeOf(doc, 0, 2)
  expect(findPassage(docOf('Other.'), range)).toBe(null)
  expect(findPassage(doc, { from: { type: 'x' }, to: null })).toBe(null)
  expect(findPassage(docOf(''), null)).toBe(null)
})

test('CANV-03 a second suggestion sees the text without the first', () => {
  const doc = docOf('The quick fox.')
  suggest(doc, 'The slow fox.')
  const passage = findPassage(doc, null)
  expect(passage && passageMarkdown(passage)).toBe('The quick fox.')
  expect(passage && writeSuggestion(doc, passage, 'The quick wolf.', { ...author, id: 'shaping_2' })).toBe(1)
  expect(resolved(doc, 'accept')).toBe('The slow wolf.')
})

test('X01 HTML and forged links in a model’s text stay text', () => {
  const doc = docOf('Hello.')
  suggest(doc, 'Hello. <img src=x onerror=alert(1)> [x](javascript:alert(1))')
  expect(resolved(doc, 'accept')).not.toMatch(/\]\(javascript|<img/)
})
