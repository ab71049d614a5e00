import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { areaOf } from '../../../packages/phrases/src/areas.ts'
import { phrasesInFile, type PhrasesInFile } from './phrases-in-code.ts'

const routes = path.join(import.meta.dirname, '../src/routes')
const files = new Map<string, PhrasesInFile>()
function read(file: string): PhrasesInFile {
  const known = files.get(file) ?? phrasesInFile(file)
  files.set(file, known)
  return known
}

/** A file with all that it imports before it runs. */
function withImports(file: string): string[] {
  const needed = new Set([file])
  for (const one of needed) for (const imported of read(one).imports) needed.add(imported)
  return [...needed]
}

const always = Object.entries(areaOf).flatMap(([namespace, area]) => (area === 'first-page' ? namespace : []))

/** The files of a route: itself, its layout and the root. */
function loadedBy(route: string): Set<string> {
  const layout = route.startsWith('_app/') ? read(path.join(routes, '_app.tsx')).loads : []
  return new Set([...always, ...layout, ...read(path.join(routes, route)).loads])
}

/** Namespaces used without being loaded, as `namespace < file < … < route`, in everything that opens from a file. */
function missingIn(file: string, loaded: ReadonlySet<string>, trail: string, seen: Set<string>): string[] {
  const visit = `${file} ${[...loaded].toSorted().join()}`
  if (seen.has(visit)) return []
  seen.add(visit)
  return withImports(file).flatMap((one) => {
    const { says, dynamicImports, loads } = read(one)
    // Phrases used after waiting for them, in the same file.
    const there = new Set([...loaded, ...loads])
    const here = path.relative(path.join(routes, '..'), one)
    return [
      ...new Set(
        says.filter((namespace) => !there.has(namespace)).map((name) => `${name} < ${here} < ${trail}`),
      ),
      ...dynamicImports.flatMap((opened) =>
        missingIn(opened.file, new Set([...there, ...opened.phrases]), `${here} < ${trail}`, seen),
      ),
    ]
  })
}

const routeFiles = globSync('**/*.tsx', { cwd: routes })

test('I18N-01 each route loads the phrases of its screen, and each part that opens later the phrases that the route does not load', () => {
  expect(routeFiles.length).toBeGreaterThan(40)
  const missing = routeFiles.flatMap((route) =>
    missingIn(path.join(routes, route), loadedBy(route), route, new Set()),
  )
  expect(missing).toEqual([])
})

test('I18N-01 a route loads no unused phrases', () => {
  const unsaid = routeFiles.flatMap((route) => {
    const says = new Set<string>()
    const opened = new Set(withImports(path.join(routes, route)))
    for (const file of opened) {
      for (const namespace of read(file).says) says.add(namespace)
      for (const one of read(file).dynamicImports)
        for (const needed of withImports(one.file)) opened.add(needed)
    }
    // A layout loads phrases that its screens share.
    return route === '_app.tsx'
      ? []
      : read(path.join(routes, route))
          .loads.filter((name) => !says.has(name))
          .map((name) => `${name} in ${route}`)
  })
  expect(unsaid).toEqual([])
})

test('namespaces are found where code uses them', () => {
  const says = (code: string) => phrasesInFile('/example.ts', code).says
  expect(says("const { t } = useTranslation(['members', 'common'])")).toEqual(['members', 'common'])
  expect(says("showToast(translate('knowledgeCheck:done'))")).toEqual(['knowledgeCheck'])
  expect(says("t(`rooms:modifier.${name}`); to('/members'); go('https://rooms')")).toEqual(['rooms'])
  expect(phrasesInFile('/src/a.ts', "const open = () => withPhrases(import('./b.tsx'), 'members')")).toEqual({
    says: [],
    loads: [],
    imports: [],
    dynamicImports: [{ file: '/src/b.tsx', phrases: ['members'] }],
  })
})
