import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const dayMs = 24 * 60 * 60 * 1000

type Manifest = Record<string, unknown> & { name: string; private?: boolean; version: string }
const registry = 'https://registry.npmjs.org/'
type Locked = {
  resolved?: string
  integrity?: string
  link?: boolean
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
}

/** Files in the repository, including new ones that are not committed. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n')
const manifests = files
  .filter((file) => /(^|\/)package\.json$/.test(file))
  .map((file) => ({ file, manifest: JSON.parse(read(file)) as Manifest }))
const own = new Map(manifests.map(({ manifest }) => [manifest.name, manifest.version]))
const npmSettings = new Map(
  read('.npmrc')
    .split('\n')
    .filter((line) => line.includes('='))
    .map((line) => line.split('=', 2) as [string, string]),
)
const locked = Object.entries(
  (JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }).packages,
)
/** Packages from outside the repository. */
const foreign = locked.filter(([place, { link }]) => place.includes('node_modules/') && !link)

const dependencyKinds = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'overrides',
]
const wanted = manifests.flatMap(({ file, manifest }) =>
  dependencyKinds.flatMap((kind) =>
    Object.entries((manifest[kind] ?? {}) as Record<string, unknown>).map(([name, version]) => ({
      file,
      name,
      version: String(version),
    })),
  ),
)

test('U01 installed packages match the lockfile, come from the one registry, and runtime packages match it bit for bit', () => {
  expect(foreign.length).toBeGreaterThan(100)
  for (const [place, { resolved = registry }] of foreign)
    expect(resolved.startsWith(registry), place).toBe(true)
  // Developer programs for other kinds of machines, without checksums in this registry: only their version is locked.
  const unsealed = foreign.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-'))
  for (const [place, { dev, optional, os = [] }] of unsealed)
    expect([dev, optional, os.length > 0], place).toEqual([true, true, true])
  // `npm ci` refuses a lockfile that does not agree with the manifests; `npm install` would write another.
  const installs = files
    .filter(
      (file) =>
        /^(scripts\/|\.ci\/|apps\/server\/src\/).*(\.mjs|\.ts|\/run)$/.test(file) &&
        !file.endsWith('.test.ts'),
    )
    .filter((file) => /npm[^\n]{0,20}['" ](install|i|add|update)['" ]/.test(read(file)))
  expect(installs).toEqual([])
  expect(read('scripts/start/install.mjs')).toContain("npm(['ci',")
})

test('U01 no package runs an install script', () => {
  expect(npmSettings.get('ignore-scripts')).toBe('true')
  for (const { file } of manifests.filter(({ manifest }) => manifest['scripts'] !== undefined)) {
    const { scripts } = JSON.parse(read(file)) as { scripts: Record<string, string> }
    for (const hook of ['preinstall', 'install', 'postinstall', 'prepare'])
      expect(scripts, file).not.toHaveProperty(hook)
  }
})

test('U01 no version is installed that was younger than a week when it was chosen, and each is named exactly', () => {
  const before = Date.parse(npmSettings.get('before') ?? '')
  const chosenAt = Date.parse(
    execFileSync('git', ['log', '-1', '--format=%cI', '--', '.npmrc'], {
      cwd: root,
      encoding: 'utf8',
    }).trim(),
  )
  expect((chosenAt - before) / dayMs).toBeGreaterThanOrEqual(7)
  expect(npmSettings.get('save-exact')).toBe('true')
  const loose = wanted.filter(({ version }) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
  expect(loose).toEqual([])
  // Declared versions match the lockfile.
  const versions = new Map(locked.map(([place, { version }]) => [place, version]))
  for (const { name, version, file } of wanted.filter((one) => !own.has(one.name))) {
    const folder = path.dirname(file)
    const beside = folder === '.' ? undefined : versions.get(`${folder}/node_modules/${name}`)
    expect(beside ?? versions.get(`node_modules/${name}`), `${name} of ${file}`).toBe(version)
  }
})

test('U05 no package is installed from git, a URL or a folder, and our package names cannot be registered by others', () => {
  expect(wanted.filter(({ version }) => /[:/]|^\.|\bgit\b/.test(version))).toEqual([])
  expect(locked.filter(([, { resolved }]) => /^(git|http:|file:)/.test(resolved ?? ''))).toEqual([])
  for (const { file, manifest } of manifests) {
    expect(manifest.private, file).toBe(true)
    if (file !== 'package.json') expect(manifest.name, file).toMatch(/^@atrium\/[a-z]+$/)
  }
  // A required package of ours is the one in this repository, not one of a registry.
  for (const [place] of foreign) expect(place).not.toMatch(/node_modules\/(@atrium\/|atrium$)/)
  for (const { name, version } of wanted.filter((one) => own.has(one.name)))
    expect(version).toBe(own.get(name))
})

test('U07 what runs at every change has no action that may become another, no broad token and no secret', () => {
  const workflows = files.filter((file) =>
    /^\.(github\/(workflows|actions)|gitlab-ci|circleci|forgejo|gitea|ci)(\/|\.)/.test(file),
  )
  expect(workflows).toContain('.ci/run')
  for (const file of workflows) {
    const text = read(file)
    for (const [, action = ''] of text.matchAll(/\buses:\s*(\S+)/g))
      expect(action, file).toMatch(/^\.\/|@[0-9a-f]{40}$/)
    expect(text, file).not.toMatch(
      /pull_request_target|write-all|\bsecrets\b|_TOKEN|\bcurl\b|\bwget\b|\|\s*(ba)?sh\b/,
    )
    if (text.includes('uses:')) expect(text, file).toMatch(/^permissions:/m)
  }
})
