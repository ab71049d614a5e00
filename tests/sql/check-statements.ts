import { type Checker, SymbolFlags } from 'typescript/unstable/sync'
import { checkTables } from './check-tables.ts'
import { fitsColumn, fitsParameter, idOf, mayBeNull } from './compare.ts'
import { type Client, type Described, describeStatement, readCatalog } from './describe.ts'
import { reasonNotNull, reasonOtherId } from './judged.ts'
import type { SourceProgram } from './program.ts'
import { type Statement, statementsOf } from './statements.ts'

export interface CheckOutcome {
  /** One line per mistake, sorted by location. */
  faults: string[]
  /** Number of prepared texts. */
  statements: number
  /** Number of tables that Kysely knows. */
  tables: number
  /** Statements of the session that PostgreSQL does not prepare, like `set`. */
  notPrepared: number
}

/** Statements that PostgreSQL cannot prepare: they name no columns. */
const isOfSession = (text: string) =>
  /^\s*(?:set|reset|show|begin|commit|rollback|savepoint|listen|unlisten|notify|lock|truncate|grant|revoke|create|drop|alter)\b/i.test(
    text,
  )

/**
 * Compares the tables that Kysely knows with a migrated database, has it prepare every statement of the program, and compares the
 * types of its parameters and the names, types, nulls and kinds of ids of its columns with what the code declares.
 */
export async function checkStatements(program: SourceProgram, client: Client): Promise<CheckOutcome> {
  const catalog = await readCatalog(client)
  const { faults: faultsOfTables, tables, ids } = await checkTables(program, client)
  const { statements, unfollowed } = statementsOf(program)
  const prepared = statements.filter(({ text }) => !isOfSession(text))
  const faults = new Set([...faultsOfTables, ...unfollowed])
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
    else for (const fault of faultsOf(program, statement, described, ids)) faults.add(fault)
  }
  return {
    faults: [...faults].toSorted((one, other) => one.localeCompare(other)),
    statements: prepared.length,
    tables,
    notPrepared: statements.length - prepared.length,
  }
}

function faultsOf(
  program: SourceProgram,
  statement: Statement,
  described: Described,
  ids: ReadonlyMap<string, string>,
): string[] {
  return [
    ...statement.parameters.flatMap(({ node, type }, index) => {
      const wanted = described.parameterTypes[index] ?? 'unknown'
      if (fitsParameter(program.checker, wanted, type)) return []
      const given = program.checker.typeToString(type)
      return `${program.placeOf(node)}: ${node.getText()} is ${given}, and the statement wants ${wanted}.`
    }),
    ...rowFaults(program.checker, statement, described, ids),
  ]
}

function rowFaults(
  checker: Checker,
  { row, place, text }: Statement,
  { columns }: Described,
  ids: ReadonlyMap<string, string>,
): string[] {
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
      const { origin } = column
      const [declaredId, id] = [idOf(checker, type), origin && ids.get(`${origin.table}.${origin.column}`)]
      if (id && declaredId && id !== declaredId && !reasonOtherId(name, text))
        return `${place}: ${name} is declared as an id of the kind ${declaredId}, and the column has ${id}.`
      return column.isNullable && !mayBeNull(type) && !reasonNotNull(name, text)
        ? `${place}: ${name} may be null and is declared as ${checker.typeToString(type)}.`
        : []
    }),
  ]
}
