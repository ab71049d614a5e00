import {
  isArrayLiteralExpression,
  isCallExpression,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isStringLiteral,
  isTaggedTemplateExpression,
  type CallExpression,
  type Node,
} from 'typescript/unstable/ast'
import { type Type, TypeFlags } from 'typescript/unstable/sync'
import { Composer, isSqlTag, type Parameter, type Pieces, Unfollowed } from './compose.ts'
import { reasonNotComposed } from './judged.ts'
import { nodesIn, type SourceProgram } from './program.ts'

/** A statement as it is sent, with its declarations in the code. */
export interface Statement {
  /** Its location: `path:line`. */
  place: string
  text: string
  parameters: Parameter[]
  /** The declared type of a row; undefined: the code does not look at the rows. */
  row: Type | undefined
}

export interface Statements {
  statements: Statement[]
  /** Statements that could not be composed: `path:line: reason`. */
  unfollowed: string[]
}

/** Names of the `pg` types whose queries take a text. */
const clients = ['Pool', 'PoolClient', 'Client', 'ClientBase', 'PreparingClient']

/** The statements of a program: each executed `sql` template, those passed to `statement`, and the constant texts passed to `pg`. */
export function statementsOf(program: SourceProgram): Statements {
  const { checker } = program
  const composer = new Composer(program)
  const found: Statements = { statements: [], unfollowed: [] }
  const calls = program.files.flatMap((file) => [...nodesIn(file)].filter(isCallExpression))

  for (const call of calls) {
    const callee = call.expression
    const [fragment] = call.arguments
    if (isIdentifier(callee) && callee.text === 'statement' && fragment) addFragment(fragment)
    if (!isPropertyAccessExpression(callee)) continue
    const method = callee.name.text
    if (method !== 'execute' && method !== 'query') continue
    const type = program.typeOf(callee.expression)
    if (method === 'execute' && type && composer.isFragment(type)) addFragment(callee.expression)
    if (method === 'query' && clients.includes(type?.getSymbol()?.name ?? '')) addText(call)
  }
  for (const file of program.files)
    for (const node of nodesIn(file))
      if (isTaggedTemplateExpression(node) && isSqlTag(node) && !composer.used.has(node))
        found.unfollowed.push(`${program.placeOf(node)}: No statement is seen that this fragment is part of.`)
  return found

  function addFragment(expression: Node): void {
    try {
      for (const { pieces, type } of composer.compose(expression)) {
        const row = type.isTypeReference() ? checker.getTypeArguments(type)[0] : undefined
        add(expression, pieces, row)
      }
    } catch (error) {
      if (!(error instanceof Unfollowed)) throw error
      if (reasonNotComposed(expression.getText())) return
      const at = program.placeOf(error.node)
      found.unfollowed.push(`${program.placeOf(expression)}: ${error.message} (${at})`)
    }
  }

  function addText(call: CallExpression): void {
    const [first, second] = call.arguments
    const config = first && isObjectLiteralExpression(first) ? first : undefined
    const property = (name: string): Node | undefined =>
      config?.properties.filter(isPropertyAssignment).find(({ name: key }) => key.getText() === name)
        ?.initializer
    const text = config ? property('text') : first
    const values = config ? property('values') : second
    if (!text || !(isStringLiteral(text) || isNoSubstitutionTemplateLiteral(text))) return
    const given = values && isArrayLiteralExpression(values) ? [...values.elements] : []
    const pieces = text.text.split(/\$(\d+)/).map((piece, index) => {
      const node = index % 2 === 1 ? given[Number(piece) - 1] : undefined
      const type = node && program.typeOf(node)
      return node && type ? { node, type } : piece
    })
    const [rowNode] = call.typeArguments ?? []
    add(call, pieces, rowNode && checker.getTypeFromTypeNode(rowNode))
  }

  function add(node: Node, pieces: Pieces, row: Type | undefined): void {
    const parameters: Parameter[] = []
    const text = pieces
      .map((piece) => (typeof piece === 'string' ? piece : `$${parameters.push(piece)}`))
      .join('')
    const isKnown = row && (row.flags & TypeFlags.AnyOrUnknown) === 0
    found.statements.push({ place: program.placeOf(node), text, parameters, row: isKnown ? row : undefined })
  }
}
