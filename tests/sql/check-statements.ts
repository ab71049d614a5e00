import { type Checker, SymbolFlags } from 'typescript/unstable/sync'
import { fitsColumn, fitsParameter, mayBeNull } from './compare.ts'
import { type Client, type Described, describeStatement, readCatalog } from './describe.ts'
import { reasonNotNull } from './judged.ts'
import type { SourceProgram } from './program.ts'
import { type Statement, statementsOf } from './statements.ts'

export interface CheckOutcome {
  /** One line for each mistake, sorted by its place. */
  faults: string[]
  /** How many texts were prepared. */
  statements: number
  /** Statements of the session that PostgreSQL does not prepare, like `set`. */
  notPrepared: number
}

/** What PostgreSQL cannot prepare: it names no columns. */
const isOfSession = (text: string) =>
  /^\s*(?:set|reset|show|begin|commit|rollback|savepoint|listen|unlisten|notify|lock|truncate|grant|revoke|create|drop|alter)\b/i.test(
    text,
  )

/**
 * Has a migrated database prepare every statement of the program, and compares the types of its parameters and the names, types
 * and nulls of its columns with what the code declares.
 */
export async function checkStatements(program: SourceProgram, client: Client): Promise<CheckOutcome> {
  const catalog = await readCatalog(client)
  const { statements, unfollowed } = statementsOf(program)
  const prepared = statements.filter(({ text }) => !isOfSession(text))
  const faults = new Set(unfollowed)
  for (const statement of prepared) {
    const { parameters, text, place } = statement
    const isNullParameter = (number: number) => {
      const given = parameters[number - 1]
      return !given || mayBeNull(given.type)
    }
    const described = await describeStatement(client, catalog, text, isNullParameter).catch(
      (error: Error) => error,
    )
    if (described instanceof Error) faults.add(`${place}: ${described.message}`)
    else for (const fault of faultsOf(program, statement, described)) faults.add(fault)
  }
  return {
    faults: [...faults].toSorted((one, other) => one.localeCompare(other)),
    statements: prepared.length,
    notPrepared: statements.length - prepared.length,
  }
}

function faultsOf(program: SourceProgram, statement: Statement, described: Described): string[] {
  return [
    ...statement.parameters.flatMap(({ node, type }, index) => {
      const wanted = described.parameterTypes[index] ?? 'unknown'
      if (fitsParameter(program.checker, wanted, type)) return []
      const given = program.checker.typeToString(type)
      return `${program.placeOf(node)}: ${node.getText()} is ${given}, and the statement wants ${wanted}.`
    }),
    ...rowFaults(program.checker, statement, described),
  ]
}

function rowFaults(checker: Checker, { row, place, text }: Statement, { columns }: Described): string[] {
  if (!row) return []
  const properties = checker.getPropertiesOfType(row)
  const declared = new Set(properties.map(({ name }) => name))
  const extra = columns.filter(({ name }) => !declared.has(name))
  return [
    ...extra.map(({ name }) => `${place}: The column ${name} is not declared.`),
    ...properties.flatMap((property) => {
      const { name, flags } = property
      const type = checker.getTypeOfSymbol(property)
      const column = columns.find((candidate) => candidate.name === name)
      if (!column) {
        const isOptional = (flags & SymbolFlags.Optional) !== 0
        return isOptional ? [] : `${place}: There is no column ${name}.`
      }
      if (!type || !fitsColumn(checker, column.type, type))
        return `${place}: ${name} is declared as ${type && checker.typeToString(type)}, and the column is ${column.type}.`
      return column.isNullable && !mayBeNull(type) && !reasonNotNull(name, text)
        ? `${place}: ${name} may be null and is declared as ${checker.typeToString(type)}.`
        : []
    }),
  ]
}
