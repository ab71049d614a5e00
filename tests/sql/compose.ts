import {
  isArrayLiteralExpression,
  isArrowFunction,
  isAsExpression,
  isBinaryExpression,
  isBindingElement,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isNonNullExpression,
  isNoSubstitutionTemplateLiteral,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isSatisfiesExpression,
  isSpreadElement,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isVariableDeclaration,
  type BindingElement,
  type CallExpression,
  type Expression,
  type Node,
  SyntaxKind,
  type TaggedTemplateExpression,
} from 'typescript/unstable/ast'
import type { Symbol, Type } from 'typescript/unstable/sync'
import { nodesIn, type SourceProgram } from './program.ts'

/** A value that a statement is sent with. */
export interface Parameter {
  type: Type
  node: Node
}

/** SQL text with parameters in it. */
export type Pieces = readonly (string | Parameter)[]

export interface Composed {
  pieces: Pieces
  type: Type
}

/** One possible text of a fragment, with the branches of the code that lead to it. `null`: an empty fragment. */
interface Variant {
  pieces: Pieces | null
  branches: ReadonlyMap<string, number>
}

/** Values of names that a call binds. */
interface Scope {
  readonly id: number
  readonly bound: Map<Symbol, { node: Node; scope: Scope } | { variants: Variant[] }>
}

type FunctionNode = Node & { parameters: readonly Node[]; body?: Node }

/** The code builds SQL in a way that is not followed here. */
export class Unfollowed extends Error {
  readonly node: Node
  constructor(node: Node, message: string) {
    super(message)
    this.node = node
  }
}

/** A fragment that is a parameter of a function; the callers supply it. */
class NeedsCallers extends Error {
  readonly of: FunctionNode
  constructor(of: FunctionNode) {
    super('The callers of the function decide.')
    this.of = of
  }
}

/** Composes all combinations of branches up to this number; beyond it, each branch at least once. */
const maxCombinations = 24

/**
 * Composes the SQL text of Kysely's `sql` templates from the source: fragments are followed through constants, functions,
 * conditions, lists and the calls that pass them on; every other hole is a parameter. Nothing is run.
 */
export class Composer {
  readonly #program: SourceProgram
  readonly #calls = new Map<string, CallExpression[]>()
  #scopes = 0
  /** The templates that have become part of a text. */
  readonly used = new Set<Node>()

  constructor(program: SourceProgram) {
    this.#program = program
    for (const file of program.files)
      for (const node of nodesIn(file))
        if (isCallExpression(node) && isIdentifier(node.expression)) {
          const name = node.expression.text
          this.#calls.set(name, [...(this.#calls.get(name) ?? []), node])
        }
  }

  /** All texts that the expression can be, each with the type of its fragment. */
  compose(expression: Node): Composed[] {
    return this.#composeIn(expression, this.#scope(), 0)
  }

  #composeIn(expression: Node, scope: Scope, depth: number): Composed[] {
    try {
      const type = this.#typeOf(this.#given(expression, scope))
      return this.#fragment(expression, scope).flatMap(({ pieces }) => (pieces ? { pieces, type } : []))
    } catch (error) {
      if (!(error instanceof NeedsCallers)) throw error
      if (depth > 4) throw new Unfollowed(expression, 'The fragment is passed on through too many functions.')
      const calls = this.#callsOf(error.of)
      if (calls.length === 0)
        throw new Unfollowed(error.of, 'No call of this function says what the fragment is.')
      return calls.flatMap((call) => {
        const inner = this.#scope(scope)
        this.#bind(error.of, call.arguments, inner, inner)
        return this.#composeIn(expression, inner, depth + 1)
      })
    }
  }

  /** The argument of a parameter; for other expressions, the expression. */
  #given(expression: Node, scope: Scope): Node {
    const symbol = isIdentifier(expression) ? this.#program.symbolOf(expression) : undefined
    const bound = symbol && scope.bound.get(symbol)
    return bound && 'node' in bound ? this.#given(bound.node, bound.scope) : expression
  }

  #scope(outer?: Scope): Scope {
    return { id: this.#scopes++, bound: new Map(outer?.bound) }
  }

  #callsOf(of: FunctionNode): CallExpression[] {
    const name = nameOf(of)
    const symbol = name && this.#program.symbolOf(name)
    if (!symbol || !isIdentifier(name)) return []
    return (this.#calls.get(name.text) ?? []).filter(
      (call) => this.#program.symbolOf(call.expression) === symbol,
    )
  }

  #bind(of: FunctionNode, args: readonly Node[], callerScope: Scope, into: Scope): void {
    for (const [index, parameter] of of.parameters.entries()) {
      if (!isParameterDeclaration(parameter) || !isIdentifier(parameter.name)) continue
      const symbol = this.#program.symbolOf(parameter.name)
      const node = args[index] ?? parameter.initializer
      if (symbol && node) into.bound.set(symbol, { node, scope: callerScope })
    }
  }

  #fragment(node: Node, scope: Scope): Variant[] {
    const inner = unwrapped(node)
    if (isTaggedTemplateExpression(inner) && isSqlTag(inner)) return this.#template(inner, scope)
    if (isIdentifier(inner)) return this.#identifier(inner, scope)
    if (isConditionalExpression(inner)) {
      const key = `${scope.id} ${inner.condition.getText()}`
      return [
        ...withBranch(this.#fragment(inner.whenTrue, scope), key, 0),
        ...withBranch(this.#fragment(inner.whenFalse, scope), key, 1),
      ]
    }
    if (isBinaryExpression(inner) && inner.operatorToken.kind === SyntaxKind.AmpersandAmpersandToken) {
      const key = `${scope.id} ${inner.left.getText()}`
      return [...withBranch(this.#fragment(inner.right, scope), key, 0), ...withBranch([absent], key, 1)]
    }
    if (isElementAccessExpression(inner) || isPropertyAccessExpression(inner))
      return this.#member(inner, scope)
    if (isCallExpression(inner)) return this.#call(inner, scope)
    if (isAbsent(inner)) return [absent]
    throw new Unfollowed(
      inner,
      `A fragment is made in a way that is not followed: ${inner.getText().slice(0, 80)}`,
    )
  }

  #template(node: TaggedTemplateExpression, scope: Scope): Variant[] {
    this.used.add(node)
    const { template } = node
    if (isNoSubstitutionTemplateLiteral(template)) return [{ pieces: [template.text], branches: new Map() }]
    if (!isTemplateExpression(template)) throw new Unfollowed(node, 'This template has no text.')
    const parts: Variant[][] = [[text(template.head.text)]]
    for (const { expression, literal } of template.templateSpans)
      parts.push(this.#hole(expression, scope), [text(literal.text)])
    return combine(parts)
  }

  #hole(expression: Expression, scope: Scope): Variant[] {
    const type = this.#typeOf(expression)
    return this.isFragment(type)
      ? this.#fragment(expression, scope)
      : [{ pieces: [{ type, node: expression }], branches: new Map() }]
  }

  #typeOf(node: Node): Type {
    const type = this.#program.typeOf(node)
    if (!type) throw new Unfollowed(node, 'This expression has no type.')
    return type
  }

  /** Whether a type is one of Kysely's fragments, or can be. */
  isFragment(type: Type): boolean {
    if (type.isUnionType()) return type.getTypes().some((member) => this.isFragment(member))
    const name = type.getSymbol()?.name
    return name === 'RawBuilder' || name === 'Expression' || name === 'AliasedRawBuilder'
  }

  #identifier(node: Node, scope: Scope): Variant[] {
    const symbol = this.#program.symbolOf(node)
    const bound = symbol && scope.bound.get(symbol)
    if (bound) return 'variants' in bound ? bound.variants : this.#fragment(bound.node, bound.scope)
    const declaration = symbol && this.#program.declarationOf(symbol)
    if (!declaration) throw new Unfollowed(node, `Nothing declares ${node.getText()}.`)
    if (isVariableDeclaration(declaration) && declaration.initializer)
      return this.#fragment(declaration.initializer, scope)
    if (isBindingElement(declaration)) return this.#bindingElement(declaration, scope)
    if (isParameterDeclaration(declaration)) throw new NeedsCallers(declaration.parent as FunctionNode)
    throw new Unfollowed(node, `${node.getText()} is declared in a way that is not followed.`)
  }

  /** `const { counted } = condition ? first() : second()`: the property of each branch. */
  #bindingElement(element: BindingElement, scope: Scope): Variant[] {
    const parent = element.parent?.parent
    if (!parent || !isVariableDeclaration(parent) || !parent.initializer)
      throw new Unfollowed(element, 'This binding is not followed.')
    const name = (element.propertyName ?? element.name)?.getText() ?? ''
    return this.#property(parent.initializer, name, scope)
  }

  #property(object: Node, name: string, scope: Scope): Variant[] {
    const inner = unwrapped(object)
    if (isConditionalExpression(inner)) {
      const key = `${scope.id} ${inner.condition.getText()}`
      return [
        ...withBranch(this.#property(inner.whenTrue, name, scope), key, 0),
        ...withBranch(this.#property(inner.whenFalse, name, scope), key, 1),
      ]
    }
    if (isObjectLiteralExpression(inner)) {
      const found = inner.properties
        .filter(isPropertyAssignment)
        .find((property) => property.name.getText() === name)
      if (found) return this.#fragment(found.initializer, scope)
    }
    const called = isCallExpression(inner) ? this.#functionOf(unwrapped(inner.expression)) : undefined
    if (called?.body && isCallExpression(inner)) {
      const bound = this.#scope(scope)
      this.#bind(called, inner.arguments, scope, bound)
      return this.#property(called.body, name, bound)
    }
    throw new Unfollowed(inner, `The property ${name} is not followed.`)
  }

  /** `columns.name` is one property; `columns[sortBy]` may be any. */
  #member(node: Node, scope: Scope): Variant[] {
    const values = this.#values(node, scope)
    return values.flatMap((value, index) =>
      withBranch(this.#fragment(value, scope), `${scope.id} ${node.getText()}`, index),
    )
  }

  #values(node: Node, scope: Scope): Node[] {
    const inner = unwrapped(node)
    if (isObjectLiteralExpression(inner)) return [inner]
    if (isIdentifier(inner)) {
      const symbol = this.#program.symbolOf(inner)
      const declaration = symbol && this.#program.declarationOf(symbol)
      if (declaration && isVariableDeclaration(declaration) && declaration.initializer)
        return this.#values(declaration.initializer, scope)
    }
    if (isElementAccessExpression(inner) || isPropertyAccessExpression(inner)) {
      const wanted = isPropertyAccessExpression(inner) ? inner.name.getText() : undefined
      return this.#values(inner.expression, scope).flatMap((object) => {
        const literal = unwrapped(object)
        if (!isObjectLiteralExpression(literal)) throw new Unfollowed(node, 'This is no literal object.')
        return literal.properties
          .filter(isPropertyAssignment)
          .filter((property) => wanted === undefined || property.name.getText() === wanted)
          .map(({ initializer }) => initializer)
      })
    }
    throw new Unfollowed(
      node,
      `A list of fragments is made in a way that is not followed: ${node.getText().slice(0, 80)}`,
    )
  }

  #call(node: CallExpression, scope: Scope): Variant[] {
    const callee = unwrapped(node.expression)
    if (isPropertyAccessExpression(callee)) {
      const [object, method, [first, second]] = [callee.expression, callee.name.getText(), node.arguments]
      if (object.getText() === 'sql' && first) {
        if (method === 'join') return this.#join(first, second, scope)
        if (method === 'table' || method === 'ref' || method === 'id') return this.#names(first)
      }
      if (this.isFragment(this.#typeOf(object))) return this.#fragment(object, scope)
    }
    const called = this.#functionOf(callee)
    if (!called) throw new Unfollowed(node, `A call is not followed: ${node.getText().slice(0, 80)}`)
    const inner = this.#scope(scope)
    this.#bind(called, node.arguments, scope, inner)
    return this.#results(called, inner)
  }

  #functionOf(callee: Node): FunctionNode | undefined {
    if (isArrowFunction(callee) || isFunctionExpression(callee)) return callee
    const symbol = this.#program.symbolOf(callee)
    const declaration = symbol && this.#program.declarationOf(symbol)
    if (!declaration) return undefined
    if (isFunctionDeclaration(declaration)) return declaration
    if (isVariableDeclaration(declaration) && declaration.initializer) {
      const value = unwrapped(declaration.initializer)
      if (isArrowFunction(value) || isFunctionExpression(value)) return value
    }
    return undefined
  }

  #results(of: FunctionNode, scope: Scope): Variant[] {
    const { body } = of
    if (!body) throw new Unfollowed(of, 'This function has no body.')
    if (body.kind !== SyntaxKind.Block) return this.#fragment(body, scope)
    return returnsOf(body).flatMap((result) => this.#fragment(result, scope))
  }

  /** Names of tables or columns: every text that the type allows. */
  #names(node: Node): Variant[] {
    const type = this.#typeOf(node)
    const types = type.isUnionType() ? type.getTypes() : [type]
    return types.map((member, index) => {
      if (!member.isStringLiteralType())
        throw new Unfollowed(node, `The type of ${node.getText()} does not say which names it can be.`)
      return {
        pieces: [`"${member.value.split('.').join('"."')}"`],
        branches: new Map([[node.getText(), index]]),
      }
    })
  }

  #join(list: Node, separator: Node | undefined, scope: Scope): Variant[] {
    const between = separator ? this.#fragment(separator, scope) : [text(', ')]
    const items = this.#items(list, scope)
    return joined(items, between[0]?.pieces ?? [', '])
  }

  /** The possible texts of each item of a list; one item represents all of a list of unknown length. */
  #items(node: Node, scope: Scope): Variant[][] {
    const inner = unwrapped(node)
    if (isArrayLiteralExpression(inner))
      return inner.elements.flatMap((element) =>
        isSpreadElement(element) ? this.#items(element.expression, scope) : [this.#fragment(element, scope)],
      )
    if (isConditionalExpression(inner)) {
      const key = `${scope.id} ${inner.condition.getText()}`
      const branch = (list: Node, index: number) =>
        this.#items(list, scope).map((item) => [
          ...withBranch(item, key, index),
          ...withBranch([absent], key, 1 - index),
        ])
      return [...branch(inner.whenTrue, 0), ...branch(inner.whenFalse, 1)]
    }
    if (isIdentifier(inner)) {
      const symbol = this.#program.symbolOf(inner)
      const declaration = symbol && this.#program.declarationOf(symbol)
      if (declaration && isVariableDeclaration(declaration) && declaration.initializer)
        return this.#items(declaration.initializer, scope)
    }
    if (isCallExpression(inner) && isPropertyAccessExpression(inner.expression)) {
      const method = inner.expression.name.getText()
      const receiver = inner.expression.expression
      const [argument] = inner.arguments
      if (method === 'filter') return this.#items(receiver, scope)
      if (method === 'map' && argument) return this.#mapped(receiver, argument, scope)
    }
    throw new Unfollowed(
      inner,
      `A list is made in a way that is not followed: ${inner.getText().slice(0, 80)}`,
    )
  }

  #mapped(receiver: Node, callback: Node, scope: Scope): Variant[][] {
    const called = this.#functionOf(unwrapped(callback))
    if (!called) throw new Unfollowed(callback, 'This function is not followed.')
    const [parameter] = called.parameters
    const name = parameter && isParameterDeclaration(parameter) ? parameter.name : undefined
    if (!name || !isIdentifier(name) || !this.isFragment(this.#typeOf(name)))
      return [this.#results(called, this.#scope(scope))]
    const symbol = this.#program.symbolOf(name)
    return this.#items(receiver, scope).map((variants) => {
      const inner = this.#scope(scope)
      const [there, notThere] = [
        variants.filter(({ pieces }) => pieces),
        variants.filter(({ pieces }) => !pieces),
      ]
      if (symbol) inner.bound.set(symbol, { variants: there })
      return [...(there.length > 0 ? this.#results(called, inner) : []), ...notThere]
    })
  }
}

const absent: Variant = { pieces: null, branches: new Map() }

const text = (value: string): Variant => ({ pieces: [value], branches: new Map() })

/** Whether a template is Kysely's `sql`. */
export function isSqlTag(node: TaggedTemplateExpression): boolean {
  return isIdentifier(node.tag) && node.tag.text === 'sql'
}

/** The expression without parentheses and assertions. */
function unwrapped(node: Node): Node {
  if (
    isParenthesizedExpression(node) ||
    isAsExpression(node) ||
    isSatisfiesExpression(node) ||
    isNonNullExpression(node)
  )
    return unwrapped(node.expression)
  return node
}

const isAbsent = (node: Node) =>
  node.kind === SyntaxKind.NullKeyword ||
  node.kind === SyntaxKind.FalseKeyword ||
  (isIdentifier(node) && node.text === 'undefined') ||
  (isStringLiteral(node) && node.text === '')

function nameOf(of: FunctionNode): Node | undefined {
  if (isFunctionDeclaration(of)) return of.name
  return isVariableDeclaration(of.parent) && !isBindingElement(of.parent) ? of.parent.name : undefined
}

function returnsOf(body: Node): Node[] {
  const found: Node[] = []
  const visit = (node: Node): void => {
    if (isArrowFunction(node) || isFunctionExpression(node) || isFunctionDeclaration(node)) return
    if (isReturnStatement(node) && node.expression) found.push(node.expression)
    node.forEachChild(visit)
  }
  body.forEachChild(visit)
  return found
}

function withBranch(variants: Variant[], key: string, index: number): Variant[] {
  return variants
    .filter(({ branches }) => (branches.get(key) ?? index) === index)
    .map(({ pieces, branches }) => ({ pieces, branches: new Map(branches).set(key, index) }))
}

/** One text of each part, one after the other: all combinations whose branches agree, or, of too many, enough for each. */
function combine(parts: Variant[][]): Variant[] {
  const wanted = parts.reduce((product, part) => product * Math.max(1, part.length), 1)
  if (wanted <= maxCombinations)
    return parts.reduce<Variant[]>(
      (before, part) => before.flatMap((left) => part.flatMap((right) => merge(left, right) ?? [])),
      [{ pieces: [], branches: new Map() }],
    )
  const rounds = Math.max(...parts.map((part) => part.length))
  return Array.from({ length: rounds }, (_, round) =>
    parts.reduce<Variant | undefined>((left, part) => left && firstThatAgrees(left, part, round), {
      pieces: [],
      branches: new Map(),
    }),
  ).filter((variant) => variant !== undefined)
}

function firstThatAgrees(left: Variant, part: Variant[], round: number): Variant | undefined {
  for (let offset = 0; offset < part.length; offset++) {
    const right = part[(round + offset) % part.length]
    const merged = right && merge(left, right)
    if (merged) return merged
  }
  return undefined
}

function merge(left: Variant, right: Variant): Variant | undefined {
  for (const [key, index] of right.branches) if ((left.branches.get(key) ?? index) !== index) return undefined
  return {
    pieces: [...(left.pieces ?? []), ...(right.pieces ?? [])],
    branches: new Map([...left.branches, ...right.branches]),
  }
}

/** The items one after the other with `between` between those that are there. */
function joined(items: Variant[][], between: Pieces): Variant[] {
  const marked = items.map((variants) =>
    variants.map(({ pieces, branches }) => ({ pieces: pieces && [...between, ...pieces], branches })),
  )
  return combine(marked).map(({ pieces, branches }) => ({
    pieces: (pieces ?? []).slice(between.length),
    branches,
  }))
}
