/** Who may know whom: docs of the architecture, section 2, as rules. Nouns know only those before them, by their index.ts. */
const nouns = ['identity', 'accounts', 'files', 'credits', 'models', 'rooms', 'documents', 'passages', 'knowledge', 'attachments', 'chats', 'answers', 'shaping', 'checks']
const server = '^apps/server/src'
const test = '([.]test|[.]fixture|-for-tests)[.]tsx?$'
const startUp = `${server}/(app|main|start-atrium)[.]ts$|${server}/(roles|users)/`

const never = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to })

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    never('no-circles', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }, 'Two files that need each other are one idea, or three.'),
    never(
      'contract-depends-on-zod-alone',
      { path: '^packages/contract/src', pathNot: test },
      { pathNot: ['^packages/contract/', '^node_modules/zod/'] },
      'The contract runs on both sides.',
    ),
    never(
      'phrases-know-the-contract-alone',
      { path: '^packages/phrases/src', pathNot: test },
      { path: '^(apps|packages)/', pathNot: '^packages/(phrases|contract)/' },
    ),
    never('ui-knows-no-product', { path: '^packages/ui/src', pathNot: test }, { path: '^(apps|packages)/', pathNot: '^packages/ui/' }),
    never('sandbox-knows-no-product', { path: '^packages/sandbox/src' }, { path: '^(apps|packages)/', pathNot: '^packages/sandbox/' }),
    never('web-and-server-meet-in-the-contract', { path: '^apps/web/src', pathNot: test }, { path: '^apps/server/' }),
    never('server-knows-no-web', { path: server, pathNot: test }, { path: '^(apps/web|packages/ui)/' }),
    never('product-knows-no-sandbox', { path: server, pathNot: [startUp, test] }, { path: '^packages/(sandbox|testkit)/' }),
    never(
      'platform-knows-no-noun',
      { path: `${server}/platform/`, pathNot: test },
      { path: `${server}/`, pathNot: `${server}/platform/` },
    ),
    ...nouns.map((noun, index) =>
      never(
        `${noun}-knows-only-nouns-before-it`,
        { path: `${server}/${noun}/`, pathNot: test },
        { path: `${server}/(${[...nouns.slice(index + 1), 'roles', 'users'].join('|')})/` },
      ),
    ),
    ...nouns.map((noun) =>
      never(
        `${noun}-is-entered-by-its-index`,
        { path: `${server}/`, pathNot: [`${server}/${noun}/`, test] },
        { path: `${server}/${noun}/`, pathNot: `${server}/${noun}/(index|tables)[.]ts$` },
      ),
    ),
    never('nobody-imports-the-shell', { path: '^apps/web/src/(features|lib)/' }, { path: '^apps/web/src/(shell|routes)/' }),
    never('lib-knows-no-feature', { path: '^apps/web/src/lib/', pathNot: test }, { path: '^apps/web/src/features/' }),
    never(
      'vendors-are-named-in-models-alone',
      { path: server, pathNot: [`${server}/models/`, test] },
      { path: '^node_modules/@ai-sdk/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'dist|routeTree[.]gen[.]ts' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'], extensions: ['.ts', '.tsx', '.js', '.mjs'] },
  },
}
