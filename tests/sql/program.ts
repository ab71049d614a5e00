import { isIdentifier, type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast'
import {
  API,
  type Checker,
  type Project,
  type Symbol,
  SymbolFlags,
  type Type,
} from 'typescript/unstable/sync'

/** A TypeScript program with resolved types, and the source files to search for SQL. */
export interface SourceProgram {
  checker: Checker
  files: SourceFile[]
  /** The type of an expression. */
  typeOf(node: Node): Type | undefined
  /** The symbol of a name, resolved through imports. */
  symbolOf(name: Node): Symbol | undefined
  /** The value declaration of the symbol. */
  declarationOf(symbol: Symbol): Node | undefined
  /** `path:line` of a node, the path from `root`. */
  placeOf(node: Node): string
  close(): void
}

/** Opens the project of `configFile` and reads the files that `isIncluded` names, by their absolute path. */
export function openProgram(
  root: string,
  configFile: string,
  isIncluded: (path: string) => boolean,
): SourceProgram {
  const api = new API({ cwd: root })
  const project: Project | undefined = api.updateSnapshot({ openProjects: [configFile] }).getProjects()[0]
  if (!project) throw new Error(`TypeScript finds no project in ${configFile}.`)
  const { checker, program } = project
  const files = program
    .getSourceFileNames()
    .filter(isIncluded)
    .map((name) => program.getSourceFile(name))
    .filter((file) => file !== undefined)
  const types = new Map<Node, Type | undefined>()
  const symbols = new Map<Node, Symbol | undefined>()
  const declarations = new Map<Symbol, Node | undefined>()

  return { checker, files, typeOf, symbolOf, declarationOf, placeOf, close: () => api.close() }

  function typeOf(node: Node): Type | undefined {
    if (!types.has(node)) types.set(node, checker.getTypeAtLocation(node))
    return types.get(node)
  }

  function symbolOf(name: Node): Symbol | undefined {
    if (!symbols.has(name)) symbols.set(name, findSymbol(name))
    return symbols.get(name)
  }

  function findSymbol(name: Node): Symbol | undefined {
    const isShorthand = isIdentifier(name) && name.parent.kind === SyntaxKind.ShorthandPropertyAssignment
    const symbol = isShorthand
      ? checker.getShorthandAssignmentValueSymbol(name.parent)
      : checker.getSymbolAtLocation(name)
    return symbol && (symbol.flags & SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol
  }

  function declarationOf(symbol: Symbol): Node | undefined {
    if (!declarations.has(symbol))
      declarations.set(symbol, (symbol.valueDeclaration ?? symbol.declarations[0])?.resolve(project))
    return declarations.get(symbol)
  }

  function placeOf(node: Node): string {
    const file = node.getSourceFile()
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
    return `${file.fileName.startsWith(`${root}/`) ? file.fileName.slice(root.length + 1) : file.fileName}:${line + 1}`
  }
}

/** A node and every node below it, parents before their children. */
export function* nodesIn(node: Node): Generator<Node> {
  yield node
  const children: Node[] = []
  node.forEachChild((child) => void children.push(child))
  for (const child of children) yield* nodesIn(child)
}
