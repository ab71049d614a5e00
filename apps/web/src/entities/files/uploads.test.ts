import { expect, test, vi } from 'vitest'
import { CallAborted } from '../../lib/api/api-error.ts'
import { createUploads } from './uploads.ts'

const file = (name: string) => new File(['text'], name)

/** Uploads controlled by the test. */
function held() {
  const sent: {
    name: string
    progress: (sent: number) => void
    end: () => void
    fail: (error: Error) => void
  }[] = []
  const done: string[] = []
  const uploads = createUploads({
    send: ({ name }, { signal, onProgress }) =>
      new Promise((resolve, reject) => {
        sent.push({ name, progress: onProgress, end: resolve, fail: reject })
        signal.addEventListener('abort', () => reject(new CallAborted('Request cancelled')))
      }),
    onDone: ({ name }) => void done.push(name),
  })
  const states = () => uploads.list.get().map(({ file: { name }, state }) => [name, state.kind])
  return { uploads, sent, done, states }
}

test('KB-01 three files upload concurrently, and the next starts when one is done', async () => {
  const { uploads, sent, done, states } = held()
  uploads.add(['a', 'b', 'c', 'd', 'e'].map(file))
  expect(states().map(([, kind]) => kind)).toEqual([
    'uploading',
    'uploading',
    'uploading',
    'waiting',
    'waiting',
  ])
  sent[1]?.end()
  await vi.waitFor(() => expect(done).toEqual(['b']))
  expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
  expect(states().map(([name]) => name)).toEqual(['a', 'c', 'd', 'e'])
})

test('KB-01 an upload reports its progress', () => {
  const { uploads, sent } = held()
  uploads.add([file('a')])
  sent[0]?.progress(0.4)
  expect(uploads.list.get()[0]?.state).toEqual({ kind: 'uploading', sent: 0.4 })
})

test("KB-01 a failed upload stays with its reason, doesn't block others, and can be retried", async () => {
  const { uploads, sent, done, states } = held()
  uploads.add(['a', 'b', 'c', 'd'].map(file))
  const reason = new Error('cut')
  sent[0]?.fail(reason)
  await vi.waitFor(() => expect(sent).toHaveLength(4))
  const [failed] = uploads.list.get()
  expect(failed?.state).toEqual({ kind: 'failed', error: reason })
  sent[1]?.end()
  await vi.waitFor(() => expect(done).toEqual(['b']))
  uploads.retry(failed?.id ?? 0)
  expect(sent.at(-1)?.name).toBe('a')
  sent.at(-1)?.end()
  await vi.waitFor(() => expect(done).toEqual(['b', 'a']))
  expect(states()).toEqual([
    ['c', 'uploading'],
    ['d', 'uploading'],
  ])
})

test('KB-01 a cancelled upload disappears at once, and the next one starts', async () => {
  const { uploads, sent, done, states } = held()
  uploads.add(['a', 'b', 'c', 'd'].map(file))
  uploads.remove(uploads.list.get()[0]?.id ?? 0)
  expect(states().map(([name]) => name)).toEqual(['b', 'c', 'd'])
  await vi.waitFor(() => expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']))
  expect(done).toEqual([])
})
