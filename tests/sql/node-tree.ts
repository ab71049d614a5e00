/** A node of a query as PostgreSQL has parsed it. */
export interface TreeNode {
  tag: string
  fields: ReadonlyMap<string, Tree>
}

export type Tree = TreeNode | readonly Tree[] | string | null

const tokenPattern = /[(){}[\]]|"(?:[^"\\]|\\.)*"|(?:[^\s(){}[\]"\\]|\\.)+/gs

/**
 * Reads PostgreSQL's text form of a parsed query (`pg_node_tree`): `{TAG :field value …}` is a node, `(…)` a list, `<>` is null
 * and everything else a word. The bytes of a constant (`4 [ 16 0 0 0 ]`) are read as a list.
 */
export function readTree(text: string): Tree {
  const tokens = text.match(tokenPattern) ?? []
  let next = 0

  const values = (end: (token: string) => boolean): Tree[] => {
    const found: Tree[] = []
    for (;;) {
      const token = tokens[next]
      if (token === undefined || end(token)) return found
      found.push(value())
    }
  }

  const value = (): Tree => {
    const token = tokens[next++]
    if (token === '{') return node()
    if (token === '(' || token === '[') {
      const close = token === '(' ? ')' : ']'
      const list = values((at) => at === close)
      next++
      return list
    }
    if (token === undefined) throw new Error('The tree ends too early.')
    if (token === '<>') return null
    return token.startsWith('"')
      ? token.slice(1, -1).replace(/\\(.)/gs, '$1')
      : token.replace(/\\(.)/gs, '$1')
  }

  const node = (): TreeNode => {
    const tag = tokens[next++] ?? ''
    const fields = new Map<string, Tree>()
    while (tokens[next] !== '}') {
      const name = tokens[next++]
      if (name === undefined || !name.startsWith(':'))
        throw new Error(`A field of ${tag} has no name: ${name}`)
      const found = values((at) => at.startsWith(':') || at === '}')
      fields.set(name.slice(1), found.length === 1 ? (found[0] ?? null) : found)
    }
    next++
    return { tag, fields }
  }

  return value()
}

export const isNode = (tree: Tree | undefined): tree is TreeNode =>
  typeof tree === 'object' && tree !== null && !Array.isArray(tree)

export const isList = (tree: Tree | undefined): tree is readonly Tree[] => Array.isArray(tree)

export function nodeOf(node: TreeNode, field: string): TreeNode | undefined {
  const found = node.fields.get(field)
  return isNode(found) ? found : undefined
}

/** The nodes of a list; empty without a list. */
export function nodesOf(node: TreeNode, field: string): TreeNode[] {
  const found = node.fields.get(field)
  return isList(found) ? found.filter(isNode) : []
}

export function listOf(node: TreeNode, field: string): readonly Tree[] {
  const found = node.fields.get(field)
  return isList(found) ? found : []
}

export const numberOf = (node: TreeNode, field: string): number => Number(node.fields.get(field))

export const isTrue = (node: TreeNode, field: string): boolean => node.fields.get(field) === 'true'

export function textOf(node: TreeNode, field: string): string {
  const found = node.fields.get(field)
  return typeof found === 'string' ? found : ''
}

/** The first query in a tree: bodies of functions have lists around it. */
export function queryIn(tree: Tree): TreeNode {
  if (isNode(tree)) return tree
  const [first] = isList(tree) ? tree : []
  if (first === undefined) throw new Error('There is no query in this tree.')
  return queryIn(first)
}
