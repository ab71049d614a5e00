import type { Node, SourceFile } from 'typescript/unstable/ast'
import { createVirtualFileSystem } from 'typescript/unstable/fs'
import { API } from 'typescript/unstable/sync'

const settings = JSON.stringify({
  compilerOptions: { noLib: true, noResolve: true, types: [] },
  files: ['source.ts'],
})

/** Parses one file without its imports and applies `visit` to its syntax tree. */
export function withSyntaxTree<Result>(text: string, visit: (tree: SourceFile) => Result): Result {
  const api = new API({
    cwd: '/',
    fs: createVirtualFileSystem({ '/tsconfig.json': settings, '/source.ts': text }),
  })
  try {
    const project = api.updateSnapshot({ openProjects: ['/tsconfig.json'] }).getProjects()[0]
    const tree = project?.program.getSourceFile('/source.ts')
    if (!tree) throw new Error('The TypeScript parser returned no tree.')
    return visit(tree)
  } finally {
    api.close()
  }
}

/** Every node below this one, parents before their children; not below those that `isSkipped` names. */
export function* nodesOf(node: Node, isSkipped: (node: Node) => boolean): Generator<Node> {
  const children: Node[] = []
  node.forEachChild((child) => void children.push(child))
  for (const child of children) {
    if (isSkipped(child)) continue
    yield child
    yield* nodesOf(child, isSkipped)
  }
}
