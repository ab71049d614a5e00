/**
 * The layers of the server, lowest first: a noun imports only those before it, by their index.ts. `docs/architecture.md` shows the
 * same order; scripts/check/folders.mjs compares the two.
 */
const nouns = [
  'live',
  'identity',
  'accounts',
  'files',
  'credits',
  'models',
  'rooms',
  'retrieval',
  'knowledge',
  'web-search',
  'tool-servers',
  'attachments',
  'chats',
  'users',
  'answers',
  'writing-tools',
  'evaluation',
  'prompts',
  'canvases',
  'agent-jobs',
  'schedules',
  'reports',
  'billing',
  'onboarding',
  'notifications',
  'operations',
]
const server = '^apps/server/src'
const web = '^apps/web/src'
/** What several features share, without screens; each knows those before it. */
const entities = [
  'files',
  'models',
  'turns',
  'chats',
  'rooms',
  'accounts',
  'prompts',
  'canvases',
  'agent-jobs',
]
/** Each knows those before it, by their index.ts. */
const features = [
  'api-reference',
  'attachments',
  'announcement',
  'composing',
  'context-files',
  'conversation',
  'credit-requests',
  'downtime',
  'knowledge-check',
  'knowledge-sources',
  'models',
  'modifiers',
  'pages',
  'pictures',
  'preferences',
  'identity',
  'accounts',
  'account-admin',
  'tool-servers',
  'billing',
  'reports',
  'audit',
  'knowledge-bases',
  'members',
  'onboarding',
  'agent-jobs',
  'rooms',
  'security',
  'profile',
  'shaping',
  'sources',
  'system',
  'providers',
  'schedules',
  'question-library',
  'setup',
  'notices',
  'tables',
  'tool-calls',
  'terms',
  'transfer',
  'sharing',
  'history',
  'chat',
  'canvases',
]
/** Parts of features that others load on demand, each a file of its own in the build. */
const lazyParts = [
  'accounts/invite-welcome',
  'agent-jobs/table-run-dialog',
  'chat/screen/chat-screen',
  'conversation/math-engine',
  'credit-requests/ask-button',
  'credit-requests/ask-dialog',
  'credit-requests/request-badge',
  'identity/passkey-sign-in',
  'knowledge-bases/asking/base-choice',
  'members/invites/invite-dialog',
  'onboarding/first-steps',
  'providers/provider-dialog',
  'question-library/prompt-dialog',
  'question-library/template-use',
  'rooms/add-room/add-room-dialog',
  'rooms/lost-chat',
  'rooms/room-facts',
  'schedules/schedule-dialog',
  'shaping/improve-dialog',
  'transfer/print/print-view',
].map((part) => `${web}/features/${part}[.]tsx?$`)
/** Stylesheets that a second feature draws with. */
const sharedStyles = [
  'context-files/context-files',
  'context-files/status',
  'models/models',
  'preferences/choices',
].map((styles) => `${web}/features/${styles}[.]module[.]css$`)
const test = '([.]test|[.]fixture|-for-tests)[.]tsx?$'
const startUp = `${server}/[^/]+[.]ts$|${server}/roles/`

const never = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to })

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    never(
      'no-circles',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
      'Two files that need each other are one idea, or three.',
    ),
    never(
      'server-has-no-circles-of-types',
      { path: server, pathNot: test },
      { circular: true },
      'A type that two files need belongs in a third.',
    ),
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
    never(
      'ui-knows-no-product',
      { path: '^packages/ui/src', pathNot: test },
      { path: '^(apps|packages)/', pathNot: '^packages/ui/' },
    ),
    never(
      'documents-knows-no-product',
      { path: '^packages/documents/src' },
      { path: '^(apps|packages)/', pathNot: '^packages/documents/' },
    ),
    never(
      'documents-is-entered-by-its-index',
      { path: '^apps/', pathNot: test },
      { path: '^packages/documents/src/', pathNot: '^packages/documents/src/index[.]ts$' },
    ),
    never(
      'sandbox-knows-no-product',
      { path: '^packages/sandbox/src' },
      { path: '^(apps|packages)/', pathNot: '^packages/sandbox/' },
    ),
    never(
      'web-and-server-meet-in-the-contract',
      { path: '^apps/web/src', pathNot: test },
      { path: '^apps/server/' },
    ),
    never('server-knows-no-web', { path: server, pathNot: test }, { path: '^(apps/web|packages/ui)/' }),
    never(
      'product-knows-no-sandbox',
      { path: server, pathNot: [startUp, test] },
      { path: '^packages/(sandbox|testkit)/' },
    ),
    never(
      'platform-knows-no-noun',
      { path: `${server}/platform/`, pathNot: test },
      { path: `${server}/`, pathNot: `${server}/platform/` },
    ),
    ...nouns.map((noun, index) =>
      never(
        `${noun}-knows-only-nouns-before-it`,
        { path: `${server}/${noun}/`, pathNot: test },
        { path: [`${server}/(${[...nouns.slice(index + 1), 'roles'].join('|')})/`, `${server}/[^/]+[.]ts$`] },
      ),
    ),
    ...nouns.map((noun) =>
      never(
        `${noun}-is-entered-by-its-index`,
        { path: `${server}/`, pathNot: [`${server}/${noun}/`, test] },
        { path: `${server}/${noun}/`, pathNot: `${server}/${noun}/index[.]ts$` },
      ),
    ),
    never(
      'web-has-no-circles',
      { path: web, pathNot: test },
      { circular: true },
      'Types count too: a type that two files need is a third file.',
    ),
    never(
      'nobody-imports-the-shell',
      { path: `${web}/(features|entities|lib)/` },
      { path: `${web}/(shell|routes)/` },
    ),
    never(
      'entities-know-no-feature',
      { path: `${web}/(entities|lib)/`, pathNot: test },
      { path: `${web}/features/` },
    ),
    never('lib-knows-no-entity', { path: `${web}/lib/`, pathNot: test }, { path: `${web}/entities/` }),
    ...entities.map((entity, index) =>
      never(
        `entity-${entity}-knows-only-entities-before-it`,
        { path: `${web}/entities/${entity}/`, pathNot: test },
        { path: `${web}/entities/(${[...entities.slice(index + 1), '-'].join('|')})/` },
      ),
    ),
    ...features.map((feature, index) =>
      never(
        `feature-${feature}-knows-only-features-before-it`,
        { path: `${web}/features/${feature}/`, pathNot: test },
        { path: `${web}/features/(${[...features.slice(index + 1), '-'].join('|')})/` },
      ),
    ),
    never(
      'features-are-listed',
      { path: `${web}/features/`, pathNot: `${web}/features/(${features.join('|')})/` },
      {},
      'A new feature takes its place in the list above.',
    ),
    never(
      'features-are-entered-by-their-index',
      { path: `${web}/(features/([^/]+)|shell)/`, pathNot: test },
      {
        path: `${web}/features/`,
        pathNot: [`${web}/features/$2/`, `${web}/features/[^/]+/index[.]ts$`, ...lazyParts, ...sharedStyles],
      },
    ),
    never(
      'parts-on-demand-are-imported-lazily',
      { path: `${web}/(features/([^/]+)|shell)/`, pathNot: test },
      { path: lazyParts, pathNot: `${web}/features/$2/`, dynamic: false },
    ),
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
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
}
