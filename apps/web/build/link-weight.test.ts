import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { expect, test, vi } from 'vitest'

/** Kilobytes after gzip: everything that the page of a chat link loads before it shows a conversation. */
const budget = 120

test('CHAT-11 the page of a chat link weighs at most 120 kB, and has nothing of the signed-in product', async () => {
  // Otherwise this would weigh React's development build.
  vi.stubEnv('NODE_ENV', 'production')
  const root = path.join(import.meta.dirname, '..')
  const { output } = (await build({
    root,
    configFile: path.join(root, 'vite.link.config.ts'),
    logLevel: 'silent',
    build: { write: false },
  })) as Rolldown.RolldownOutput
  vi.unstubAllEnvs()
  const chunks = output.filter((file) => file.type === 'chunk')
  const entry = chunks.find(({ isEntry }) => isEntry)
  const page = output.find(({ fileName }) => fileName === 'link.html') as Rolldown.OutputAsset
  const names = new Set([entry?.fileName ?? ''])
  const ofWords = /\/phrases\/src\/ar\/(link\/link-page|chat\/conversation)\.ts$/
  for (const chunk of chunks) if (chunk.moduleIds.some((id) => ofWords.test(id))) names.add(chunk.fileName)
  for (const name of names)
    for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? [])
      names.add(imported)
  const loaded = chunks.filter(({ fileName }) => names.has(fileName))
  const styles = output.filter(
    (file): file is Rolldown.OutputAsset =>
      file.type === 'asset' && String(page.source).includes(file.fileName) && file.fileName.endsWith('.css'),
  )
  expect(styles).not.toEqual([])
  const texts = [page.source, ...styles.map(({ source }) => source), ...loaded.map(({ code }) => code)]
  const kilobytes = texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length / 1024, 0)
  expect(kilobytes).toBeGreaterThan(60)
  expect(kilobytes).toBeLessThanOrEqual(budget)
  const modules = loaded.flatMap(({ moduleIds }) => moduleIds)
  expect(modules.filter((id) => /@mantine|@tanstack|\/shell\/|\/entities\/|\/routes\//.test(id))).toEqual([])
}, 180_000)
