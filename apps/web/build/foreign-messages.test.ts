import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const src = path.join(import.meta.dirname, '../src')
/** Those run in workers, or listen to their own worker or to the channel of this site's tabs: no other window reaches them. */
const listeners = [
  'features/conversation/highlight/colored-block.ts',
  'features/conversation/highlight/highlight-worker.ts',
  'features/transfer/import/read-in-background.ts',
  'features/transfer/import/read-worker.ts',
  'lib/api/api.ts',
  'service-worker/sw.ts',
  'shell/live/notice-stream.ts',
]

test('X15 no page listens to messages of other windows', () => {
  const found = globSync('**/*.{ts,tsx}', { cwd: src })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) => {
      const text = readFileSync(path.join(src, file), 'utf8')
      return /addEventListener\(\s*['"]message['"]|\bonmessage\b|useEventListener\(\s*['"]message['"]/.test(
        text,
      )
    })
  expect(found.map((file) => file.split(path.sep).join('/')).toSorted()).toEqual(listeners)
  for (const file of listeners)
    expect(readFileSync(path.join(src, file), 'utf8')).not.toMatch(
      /window\.(addEventListener\(\s*['"]message|onmessage)/,
    )
})
