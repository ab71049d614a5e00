import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'
import { type Area, areaOf } from '../../../packages/phrases/src/areas.ts'

type Node = { type: string; [field: string]: unknown }
type Import = { file: string; phrases: string[] }

/** The phrases and imports of a file. `phrases` of a dynamic import are those that `withPhrases` loads with it. */
export type PhrasesInFile = {
  says: string[]
  loads: string[]
  imports: string[]
  dynamicImports: Import[]
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function* allNodes(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* allNodes(child)
}

const isCallOf = (node: Node, name: string): boolean =>
  node.type === 'CallExpression' && (node['callee'] as Node)['name'] === name

const textOf = (node: Node): string | null =>
  node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : null

/** The string arguments of a call, including those in arrays. */
const textsOf = (call: Node): string[] =>
  (call['arguments'] as Node[]).flatMap((argument) =>
    (argument.type === 'ArrayExpression' ? (argument['elements'] as Node[]) : [argument]).flatMap(
      (element) => textOf(element) ?? [],
    ),
  )

const isErased = (statement: Node): boolean => {
  const specifiers = (statement['specifiers'] ?? []) as Node[]
  return (
    statement['importKind'] === 'type' ||
    statement['exportKind'] === 'type' ||
    (specifiers.length > 0 && specifiers.every((one) => one['importKind'] === 'type'))
  )
}

const statements = ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration']
const namespaces: Readonly<Partial<Record<string, Area>>> = areaOf

const imported = (specifier: Node): string => String((specifier['imported'] as Node | undefined)?.['name'])

/**
 * The files behind names that an `index.ts` re-exports: an import of one component from a feature runs, in the built product, only that
 * component's file. Null for an unknown name, such as one of a file with its own exports.
 */
function behindIndex(index: string, names: readonly string[]): string[] | null {
  const sources = new Map<string, string>()
  for (const { type, source, specifiers } of parseAst(readFileSync(index, 'utf8'), { lang: 'ts' })
    .body as unknown as { type: string; source?: Node | null; specifiers?: Node[] }[]) {
    const from = source && textOf(source)
    if (type !== 'ExportNamedDeclaration' || !from || !specifiers) continue
    for (const one of specifiers)
      sources.set(String((one['exported'] as Node)['name']), path.resolve(path.dirname(index), from))
  }
  const files = names.map((name) => sources.get(name))
  return files.every((file) => file !== undefined) ? files : null
}

/** Analyzes a file of the web app: phrase namespaces that it uses and loads, and its imports within the app. */
export function phrasesInFile(file: string, code = readFileSync(file, 'utf8')): PhrasesInFile {
  const found: PhrasesInFile = { says: [], loads: [], imports: [], dynamicImports: [] }
  const resolve = (source: unknown): string[] => {
    const to = isNode(source) ? textOf(source) : null
    return to !== null && /^\..*\.tsx?$/.test(to) ? [path.resolve(path.dirname(file), to)] : []
  }
  const loadedWith = new Map<Node, string[]>()
  for (const node of allNodes(
    parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node,
  )) {
    if (statements.includes(node.type) && !isErased(node))
      for (const from of resolve(node['source'])) {
        const isNamed = node.type === 'ImportDeclaration' && path.basename(from) === 'index.ts'
        const taken = ((node['specifiers'] ?? []) as Node[]).filter((one) => one['importKind'] !== 'type')
        found.imports.push(...((isNamed && behindIndex(from, taken.map(imported))) || [from]))
      }
    if (isCallOf(node, 'useTranslation')) found.says.push(...textsOf(node))
    if (isCallOf(node, 'loadPhrases')) found.loads.push(...textsOf(node))
    if (isCallOf(node, 'withPhrases')) {
      const [module] = node['arguments'] as Node[]
      if (module) loadedWith.set(module, textsOf(node))
    }
    if (node.type === 'ImportExpression')
      for (const imported of resolve(node['source']))
        found.dynamicImports.push({ file: imported, phrases: loadedWith.get(node) ?? [] })
    // A key with its namespace, as 'rooms:lost.title', or its prefix.
    const text =
      node.type === 'TemplateElement' ? String((node['value'] as { raw: string }).raw) : textOf(node)
    const [, named = ''] = /^(\w+):\S/.exec(text ?? '') ?? []
    if (namespaces[named]) found.says.push(named)
  }
  return found
}
