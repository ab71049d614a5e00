import { parseAst, type Plugin } from 'vite'

const isContract = /\/packages\/contract\/src\/.*\.ts$/

/** The parts of an endpoint that a browser needs. Schemas, descriptions and error lists stay on the server. */
const needed = new Set(['name', 'host', 'method', 'path', 'caller', 'idempotency', 'reply'])

type Node = { type: string; start: number; end: number; [field: string]: unknown }
type Edit = { start: number; end: number; text: string }

/**
 * Shrinks the contract in the built app: endpoints keep what calling them needs, and all other values are marked as side-effect
 * free, so that unused schemas, and zod, are dropped. Types are unaffected; in development the whole contract is loaded and
 * replies are validated.
 */
export function contractForBrowsers(): Plugin {
  return {
    name: 'atrium:contract-for-browsers',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: isContract },
      handler(code) {
        const program = parseAst(code, { lang: 'ts' }) as unknown as { body: Node[] }
        const edits = program.body.flatMap((statement) => topLevelValues(statement).flatMap(shortened))
        return { code: applied(code, edits), map: null }
      },
    },
  }
}

function topLevelValues(statement: Node): Node[] {
  const declaration = (
    statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  ) as Node | null
  if (declaration?.type !== 'VariableDeclaration') return []
  return (declaration.declarations as { init: Node | null }[]).flatMap(({ init }) => init ?? [])
}

function shortened(value: Node): Edit[] {
  if (value.type === 'ObjectExpression') return madeOnDemand(value)
  if (value.type !== 'CallExpression') return []
  const called = (value.callee as Node).name
  const [definition] = value.arguments as Node[]
  if (called === 'endpoint' && definition?.type === 'ObjectExpression') return withoutSchemas(definition)
  return madeOnDemand(value)
}

/** Marks a value as side-effect free, so that the bundler drops it when unused. */
const madeOnDemand = (value: Node): Edit[] => [
  { start: value.start, end: value.start, text: '/* @__PURE__ */ (() => (' },
  { start: value.end, end: value.end, text: '))()' },
]

function withoutSchemas(definition: Node): Edit[] {
  return (definition.properties as (Node & { key: Node; value: Node })[]).flatMap((property) => {
    const name = String(property.key.name)
    if (!needed.has(name)) return [{ start: property.start, end: property.end, text: `${name}: undefined` }]
    if (name !== 'reply') return []
    return (property.value.properties as (Node & { key: Node; value: Node })[])
      .filter((form) => form.key.name !== 'status')
      .map(({ value }) => ({ start: value.start, end: value.end, text: 'true' }))
  })
}

const applied = (code: string, edits: Edit[]): string =>
  edits
    .toSorted((one, other) => other.start - one.start)
    .reduce(
      (text, { start, end, text: replacement }) => text.slice(0, start) + replacement + text.slice(end),
      code,
    )
