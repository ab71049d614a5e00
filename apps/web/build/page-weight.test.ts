import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { beforeAll, expect, test, vi } from 'vitest'

/**
 * Maximum JavaScript of each page, in kilobytes after gzip. `npm run bench -- --only pages` measures the same in a
 * browser.
 */
const budgets = { signIn: 150, chat: 260, openedChat: 265, firstAnswer: 420 }

const scripts = new Map<string, { kilobytes: number; imports: string[]; modules: string[] }>()
let page = ''

beforeAll(async () => {
  // Otherwise this would test React's development build.
  vi.stubEnv('NODE_ENV', 'production')
  const root = path.join(import.meta.dirname, '..')
  const { output } = (await build({
    root,
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: 'silent',
    build: { write: false },
  })) as Rolldown.RolldownOutput
  for (const file of output) {
    if (file.fileName === 'index.html') page = String((file as Rolldown.OutputAsset).source)
    if (!file.fileName.endsWith('.js')) continue
    const isChunk = file.type === 'chunk'
    scripts.set(`/${file.fileName}`, {
      kilobytes: gzipSync(isChunk ? file.code : file.source, { level: 9 }).length / 1024,
      imports: isChunk ? file.imports.map((name) => `/${name}`) : [],
      modules: isChunk ? [...file.moduleIds, file.facadeModuleId ?? ''] : [],
    })
  }
  vi.unstubAllEnvs()
})

/** Some files with all that they import before they run. */
function withImports(files: Iterable<string>): string[] {
  const needed = new Set(files)
  for (const file of needed) for (const imported of scripts.get(file)?.imports ?? []) needed.add(imported)
  return [...needed]
}

/** In kilobytes, with imports. */
const weigh = (files: Iterable<string>): number =>
  withImports(files).reduce((sum, file) => sum + (scripts.get(file)?.kilobytes ?? 0), 0)

function filesWith(module: RegExp): string[] {
  const found = Array.from(scripts).flatMap(([file, { modules }]) =>
    modules.some((id) => module.test(id)) ? [file] : [],
  )
  expect(found, String(module)).not.toEqual([])
  return found
}

/** Code highlighting runs in a worker: its files are recognized by name. */
function filesNamed(name: RegExp): string[] {
  const found = Array.from(scripts).flatMap(([file, { modules }]) =>
    modules.length === 0 && name.test(file) ? [file] : [],
  )
  expect(found, String(name)).not.toEqual([])
  return found
}

const first = () =>
  Array.from(page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g), ([, file = '']) => file)
const signIn = () => [...first(), ...filesWith(/\/routes\/auth\/login\.tsx\?tsr-split/)]
/** The preloads in the page's head for signed-in users. */
const chat = () => {
  const [, written = '{}'] = /\}\)\((\{"files":.*?\})\)/.exec(page) ?? []
  const { files = [], en = [] } = JSON.parse(written) as { files?: string[]; en?: string[] }
  expect(files).not.toEqual([])
  return [...first(), ...files, ...en]
}

test('OPS-05 the sign-in page stays within its budget', () => {
  expect(weigh(signIn())).toBeGreaterThan(80)
  expect(weigh(signIn())).toBeLessThanOrEqual(budgets.signIn)
})

test('OPS-05 the chat page stays within its budget', () => {
  expect(weigh(chat())).toBeGreaterThan(weigh(signIn()) + 50)
  expect(weigh(chat())).toBeLessThanOrEqual(budgets.chat)
})

test('OPS-05 the chat page with the parts that it opens while idle stays within its budget', () => {
  const opened = ['knowledge-button', 'room-facts', 'request-badge'].flatMap((part) =>
    filesWith(new RegExp(`/${part}\\.tsx$`)),
  )
  expect(weigh([...chat(), ...opened])).toBeGreaterThan(weigh(chat()))
  expect(weigh([...chat(), ...opened])).toBeLessThanOrEqual(budgets.openedChat)
})

test('OPS-05 the chat page with its first answer, with code and formulas, stays within its budget', () => {
  const answer = [
    ...filesWith(/\/features\/chat\/transcript\/transcript\.tsx$/),
    ...filesWith(/\/features\/conversation\/math-engine\.ts$/),
    ...filesNamed(/\/highlight-worker-/),
    ...filesNamed(/\/typescript-/),
  ]
  expect(weigh([...chat(), ...answer])).toBeGreaterThan(weigh(chat()) + 100)
  expect(weigh([...chat(), ...answer])).toBeLessThanOrEqual(budgets.firstAnswer)
  // Most chats have no canvas: what looks for them loads no menus.
  const lookForCanvases = withImports(filesWith(/\/features\/chat\/screen\/chat-canvases\.tsx$/))
  expect(lookForCanvases).not.toContainEqual(expect.stringMatching(/\/overlays-/))
})
