import { mintId, type Attachment } from '@atrium/contract'
import { expect, test, vi } from 'vitest'
import { CallAborted } from '../../lib/api/api-error.ts'
import { createChosenFiles } from './chosen-files.ts'

const file = (name: string) => new File(['x'], name, { type: 'image/png' })
const stored = (name: string): Attachment => ({
  id: mintId('file'),
  name,
  contentType: 'image/png',
  sizeBytes: 1,
})
const kinds = (chosen: ReturnType<typeof createChosenFiles>) =>
  chosen.list.get().map(({ state }) => state.kind)

test('ANS-05 each picture is sent on its own, and the question takes along those that are ready', async () => {
  const chosen = createChosenFiles(async ({ name }) => stored(name))
  chosen.add([file('a.png'), file('b.png')])
  expect(kinds(chosen)).toEqual(['sending', 'sending'])
  await vi.waitFor(() => expect(kinds(chosen)).toEqual(['ready', 'ready']))
  expect(chosen.take().map(({ name }) => name)).toEqual(['a.png', 'b.png'])
  expect(chosen.list.get()).toEqual([])
})

test('ANS-05 one that fails can be tried again, alone', async () => {
  const upload = vi.fn(async ({ name }: File) => stored(name)).mockRejectedValueOnce(new Error('cut'))
  const chosen = createChosenFiles(upload)
  chosen.add([file('a.png'), file('b.png')])
  await vi.waitFor(() => expect(kinds(chosen)).toEqual(['failed', 'ready']))
  chosen.retry(chosen.list.get()[0]?.id ?? 0)
  await vi.waitFor(() => expect(kinds(chosen)).toEqual(['ready', 'ready']))
  expect(upload).toHaveBeenCalledTimes(3)
})

test('ANS-05 a removed file is no longer uploaded, and reports nothing', async () => {
  let ended = false
  const chosen = createChosenFiles(
    (_file, { signal }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          ended = true
          reject(new CallAborted('Request cancelled'))
        }),
      ),
  )
  chosen.add([file('a.png')])
  chosen.remove(chosen.list.get()[0]?.id ?? 0)
  await vi.waitFor(() => expect(ended).toBe(true))
  expect(chosen.list.get()).toEqual([])
})

test('ANS-04 a picture of an answer that is chosen already is not chosen twice', () => {
  const chosen = createChosenFiles(async ({ name }) => stored(name))
  const picture = stored('made.png')
  chosen.restore([picture])
  chosen.restore([picture, stored('other.png')])
  expect(chosen.take().map(({ name }) => name)).toEqual(['made.png', 'other.png'])
})
