import { expect, test } from 'vitest'
import { brokenReferences } from './broken-references.mjs'

const tracked = ['docs/guide.md', 'apps/server/src/rooms/access.ts', 'README.md']

test('links and backticked paths of a document are resolved from the root, from its folder or as the end of a path', () => {
  const text = [
    '[guide](guide.md#start) [readme](../README.md) [site](https://example.com) [here](#here)',
    '`apps/server/src/rooms/access.ts`, `rooms/access.ts:12`, `./guide.md`, `rooms/*.ts`, `<noun>/README.md`',
    'made: `node_modules/.cache/types.json`',
    '[lost](lost.md) and `rooms/gone.ts`',
  ].join('\n')
  expect(brokenReferences('docs/guide.md', text, tracked)).toEqual([
    'docs/guide.md:4 rooms/gone.ts',
    'docs/guide.md:4 lost.md',
  ])
})

test('in a program only comments are read', () => {
  const text =
    "const file = 'rooms/gone.ts'\n/** See `rooms/gone.ts` and\n * `rooms/access.ts`. */\nexport { file }\n"
  expect(brokenReferences('apps/server/src/main.ts', text, tracked)).toEqual([
    'apps/server/src/main.ts:2 rooms/gone.ts',
  ])
})
