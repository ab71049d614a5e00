import { mintId } from '@atrium/contract'
import { expect, test, vi } from 'vitest'
import { applyUpdate, Doc } from 'yjs'
import { claimLocalData, forgetUser } from '../../../lib/stored.ts'
import { type CanvasOfPerson, unsavedEditsOf } from './unsaved-edits.ts'

const canvas = (): CanvasOfPerson => ({
  userId: mintId('user'),
  accountId: mintId('account'),
  canvasId: mintId('canvas'),
})

/** Writes into a new document, as a page that can't reach the server. */
function write(of: CanvasOfPerson, texts: readonly string[]) {
  const edits = unsavedEditsOf(of)
  const doc = new Doc()
  doc.on('update', (update: Uint8Array) => edits.add(update))
  for (const text of texts) doc.getArray('texts').push([text])
  return edits
}

async function read(of: CanvasOfPerson) {
  const doc = new Doc()
  const edits = unsavedEditsOf(of)
  for (const update of await edits.read()) applyUpdate(doc, update)
  return { edits, texts: (doc.getArray('texts').toArray() as string[]).toSorted() }
}
const untilTexts = (of: CanvasOfPerson, texts: readonly string[]) =>
  vi.waitFor(async () => expect((await read(of)).texts).toEqual(texts), { timeout: 10_000 })

test('CANV-02 a new page has what two earlier ones wrote, of this canvas and person, until it is saved', async () => {
  const of = canvas()
  claimLocalData(of.userId)
  write(of, ['a', 'b'])
  write(of, ['c']).flush()
  await untilTexts(of, ['a', 'b', 'c'])
  expect((await read({ ...of, userId: mintId('user') })).texts).toEqual([])
  expect((await read({ ...of, canvasId: mintId('canvas') })).texts).toEqual([])
  ;(await read(of)).edits.forget()
  await untilTexts(of, [])
})

test('CANV-02 nothing is kept of what is saved at once, and nothing of a canvas that the person lost', async () => {
  const of = canvas()
  claimLocalData(of.userId)
  const saved = write(of, ['saved'])
  saved.forget()
  saved.flush()
  const lost = write(of, ['lost'])
  lost.flush()
  await untilTexts(of, ['lost'])
  ;(await read(of)).edits.forgetAll()
  await untilTexts(of, [])
})

test('AUTH-09 CANV-02 signing out deletes them, and pages that close later keep none', async () => {
  const of = canvas()
  claimLocalData(of.userId)
  write(of, ['a']).flush()
  await untilTexts(of, ['a'])
  const late = write(of, ['late'])
  forgetUser()
  late.flush()
  await untilTexts(of, [])
  claimLocalData(of.userId)
  expect((await read(of)).texts).toEqual([])
})
