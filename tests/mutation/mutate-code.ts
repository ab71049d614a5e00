import {
  isArrayLiteralExpression,
  isArrowFunction,
  isAwaitExpression,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isExpressionStatement,
  isFunctionDeclaration,
  isFunctionExpression,
  isMethodDeclaration,
  isObjectLiteralExpression,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isStringLiteral,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast'
import type { Mutant } from './mutant.ts'

const operators: Partial<Record<SyntaxKind, string>> = {
  [SyntaxKind.AmpersandAmpersandToken]: '||',
  [SyntaxKind.BarBarToken]: '&&',
  [SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [SyntaxKind.LessThanToken]: '<=',
  [SyntaxKind.LessThanEqualsToken]: '<',
  [SyntaxKind.GreaterThanToken]: '>=',
  [SyntaxKind.GreaterThanEqualsToken]: '>',
  [SyntaxKind.PlusToken]: '-',
  [SyntaxKind.MinusToken]: '+',
}

/** Operators that Kysely takes as text. */
const kyselyOperators: Record<string, string> = {
  '=': '<>',
  '<>': '=',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  in: 'not in',
  'not in': 'in',
  is: 'is not',
  'is not': 'is',
  asc: 'desc',
  desc: 'asc',
}
const conditions = new Set(['where', 'whereRef', 'having', 'onRef', 'on'])
const columnLists = new Set(['select', 'returning', 'columns', 'groupBy', 'distinctOn'])

const isFunction = (node: Node) =>
  isFunctionDeclaration(node) ||
  isFunctionExpression(node) ||
  isArrowFunction(node) ||
  isMethodDeclaration(node)

/** The mutants of one node of the tree; `unions` are the string unions that the file declares. */
export function mutateNode(node: Node, tree: SourceFile, unions: readonly (readonly string[])[]): Mutant[] {
  const textOf = (one: Node) => tree.text.slice(one.getStart(tree), one.end)
  const replace = (one: Node, rule: string, replacement: string): Mutant => ({
    rule,
    start: one.getStart(tree),
    end: one.end,
    replacement,
  })

  if (isBinaryExpression(node)) {
    const { operatorToken } = node
    const other = operators[operatorToken.kind]
    const isOfTexts = [node.left, node.right].some((side) => /^['"`]/.test(textOf(side)))
    if (other === undefined || (operatorToken.kind === SyntaxKind.PlusToken && isOfTexts)) return []
    return [replace(operatorToken, `${textOf(operatorToken)} → ${other}`, other)]
  }
  if (node.kind === SyntaxKind.TrueKeyword) return [replace(node, 'true → false', 'false')]
  if (node.kind === SyntaxKind.FalseKeyword) return [replace(node, 'false → true', 'true')]
  if (isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken)
    return [replace(node, '! dropped', textOf(node.operand))]
  if (isExpressionStatement(node)) {
    const called = isAwaitExpression(node.expression) ? node.expression.expression : node.expression
    return isCallExpression(called) ? [replace(node, 'call dropped', ';')] : []
  }
  if (isFunction(node)) {
    const { body } = node
    const returned = node.type ? textOf(node.type) : ''
    if (!body || !isBlock(body) || !['void', 'Promise<void>'].includes(returned)) return []
    const start = body.getStart(tree) + 1
    return [{ rule: 'returns early', start, end: start, replacement: ' return;' }]
  }
  if (isArrayLiteralExpression(node) && node.elements.length > 0) {
    const { parent } = node
    const isOfColumns =
      isCallExpression(parent) &&
      isPropertyAccessExpression(parent.expression) &&
      columnLists.has(parent.expression.name.text)
    return isOfColumns ? [] : [replace(node, 'list emptied', '[]')]
  }
  if (isObjectLiteralExpression(node) && node.properties.length > 0)
    return [replace(node, 'object emptied', node.parent.kind === SyntaxKind.ArrowFunction ? '({})' : '{}')]
  if (isConditionalExpression(node)) {
    const { whenTrue, whenFalse } = node
    if (!isStringLiteral(whenTrue) || !isStringLiteral(whenFalse)) return []
    const between = tree.text.slice(whenTrue.end, whenFalse.getStart(tree))
    const swapped = textOf(whenFalse) + between + textOf(whenTrue)
    return [{ ...replace(whenTrue, 'branches exchanged', swapped), end: whenFalse.end }]
  }
  if (isStringLiteral(node))
    return mutateText(node.text, (rule, text) => replace(node, rule, `'${text}'`), node)
  if (isCallExpression(node) && isPropertyAccessExpression(node.expression)) {
    const { expression, name } = node.expression
    if (!conditions.has(name.text) || node.arguments.length < 2) return []
    return [{ rule: `.${name.text} dropped`, start: expression.end, end: node.end, replacement: '' }]
  }
  return []

  function mutateText(text: string, made: (rule: string, text: string) => Mutant, at: Node): Mutant[] {
    const { parent } = at
    if (isCallExpression(parent)) {
      const other = kyselyOperators[text]
      return other === undefined || parent.arguments[1] !== at ? [] : [made(`'${text}' → '${other}'`, other)]
    }
    // Both sides of a comparison, and keys of objects, are other rules' business.
    if (isBinaryExpression(parent) || isConditionalExpression(parent)) return []
    const union = unions.find((members) => members.includes(text))
    const other = union?.[(union.indexOf(text) + 1) % union.length]
    return other === undefined ? [] : [made(`'${text}' → '${other}'`, other)]
  }
}
