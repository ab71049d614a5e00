import { limits } from '@atrium/contract'
import { expect, test } from 'vitest'
import { readCanvasFile } from './read-canvas-file.ts'

const read = (content: BlobPart, name = 'Launch plan.md') => readCanvasFile(new File([content], name))

test('a Markdown file becomes a canvas with the name of the file', async () => {
  expect(await read('\uFEFF# Goals\r\n\r\n- one\r\n')).toEqual({
    title: 'Launch plan',
    markdown: '# Goals\n\n- one',
  })
  expect(await read('نص', 'خطة.markdown')).toEqual({ title: 'خطة', markdown: 'نص' })
})

test('a Word document is sent as it is', async () => {
  expect(await read('PK', 'Launch plan.DOCX')).toEqual({ title: 'Launch plan', base64: btoa('PK') })
  expect(await read(new Uint8Array(limits.canvasFileBytes + 1), 'a.docx')).toEqual({ problem: 'tooLarge' })
  expect(await read('', 'a.docx')).toEqual({ problem: 'empty' })
})

test.each([
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff]), 'notText'],
  ['text with NUL', 'a\0b', 'notText'],
  ['nothing', ' \n', 'empty'],
  ['too much text', 'a'.repeat(limits.canvasMarkdownCharacters + 1), 'tooLarge'],
  ['a huge file', new Uint8Array(limits.canvasMarkdownCharacters * 4 + 1), 'tooLarge'],
])('%s is refused with its reason', async (_, content, problem) => {
  expect(await read(content)).toEqual({ problem })
})
