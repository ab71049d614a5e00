import {
  isCallExpression,
  isImportDeclaration,
  isLiteralTypeNode,
  isNewExpression,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isTypeNode,
  isUnionTypeNode,
  type Node,
  type SourceFile,
  SyntaxKind,
  type TaggedTemplateExpression,
} from 'typescript/unstable/ast'
import type { Mutant } from './mutant.ts'
import { mutateNode } from './mutate-code.ts'
import { mutateSql } from './mutate-sql.ts'
import { nodesOf, withSyntaxTree } from './parse-source.ts'

/** Every mutant of a file, in the order of the text. Types, imports, log calls and texts of errors are left alone: no test should read them. */
export function mutantsOf(text: string): Mutant[] {
  return withSyntaxTree(text, (tree) => {
    const nodes = [...nodesOf(tree, (node) => isLeftAlone(node, tree))]
    const unions = unionsOf(tree)
    return nodes
      .flatMap((node) => [
        ...mutateNode(node, tree, unions),
        ...(isTaggedTemplateExpression(node) ? mutantsOfTemplate(node, tree) : []),
      ])
      .toSorted((one, other) => one.start - other.start || one.end - other.end)
  })
}

const ignoredDeclarations = new Set([
  SyntaxKind.TypeAliasDeclaration,
  SyntaxKind.InterfaceDeclaration,
  SyntaxKind.ExportDeclaration,
])
const logCall = /(^|[.?])log[.?]+(trace|debug|info|warn|error|fatal)$/

function isLeftAlone(node: Node, tree: SourceFile): boolean {
  if (isImportDeclaration(node) || ignoredDeclarations.has(node.kind)) return true
  if (isNewExpression(node)) return textOf(node.expression, tree).endsWith('Error')
  if (node.kind === SyntaxKind.ExpressionStatement || node.kind === SyntaxKind.CallExpression) {
    const called = node.kind === SyntaxKind.CallExpression ? node : firstChild(node)
    if (called && isCallExpression(called)) return logCall.test(textOf(called.expression, tree))
  }
  return isTypeNode(node) && node.kind !== SyntaxKind.ExpressionWithTypeArguments
}

function firstChild(node: Node): Node | undefined {
  return node.forEachChild((child) => child)
}

const textOf = (node: Node, tree: SourceFile) => tree.text.slice(node.getStart(tree), node.end)

/** The members of the string unions that the file declares. */
function unionsOf(tree: SourceFile): string[][] {
  return [...nodesOf(tree, () => false)]
    .filter(isUnionTypeNode)
    .map(({ types }) =>
      types.flatMap((type) =>
        isLiteralTypeNode(type) && isStringLiteral(type.literal) ? [type.literal.text] : [],
      ),
    )
}

function mutantsOfTemplate(node: TaggedTemplateExpression, tree: SourceFile): Mutant[] {
  if (textOf(node.tag, tree) !== 'sql') return []
  const start = node.template.getStart(tree) + 1
  const template = tree.text.slice(start, node.template.end - 1)
  const holes = isTemplateExpression(node.template)
    ? node.template.templateSpans.map(({ expression, literal }): [number, number] => [
        // The hole includes its '${' and '}', which belong to the literals around it.
        expression.pos - 2 - start,
        literal.getStart(tree) + 1 - start,
      ])
    : []
  return mutateSql(template, holes, start)
}
