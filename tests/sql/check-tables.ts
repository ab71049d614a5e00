import { isInterfaceDeclaration, isPropertySignatureDeclaration, type Node } from 'typescript/unstable/ast'
import { type Checker, type Type, TypeFlags } from 'typescript/unstable/sync'
import { fitsColumn, fitsParameter, idOf, mayBeNull, mayBeUndefined } from './compare.ts'
import type { Client } from './describe.ts'
import { nodesIn, type SourceProgram } from './program.ts'

/** A column as the migrations made it. */
export interface SchemaColumn {
  table: string
  column: string
  type: string
  isNotNull: boolean
  /** Whether an insert may leave it out: it has a default, an identity, or is computed. */
  isFilled: boolean
  /** Whether only the database writes it. */
  isComputed: boolean
  /** `table.column` of the rows that a foreign key points to. */
  references: string[]
}

/** A column as an interface of `DatabaseTables` declares it for Kysely, by operation. */
interface DeclaredColumn {
  place: string
  select: Type
  insert: Type
  update: Type
}

export interface TablesOutcome {
  /** One line for each mistake. */
  faults: string[]
  /** Number of declared tables. */
  tables: number
  /** The id type of a `table.column`, such as `room`: its own, or that of the row it refers to. */
  ids: ReadonlyMap<string, string>
}

/**
 * Compares the tables that `DatabaseTables` declares for Kysely with those of a migrated database: column names, types for reading and
 * writing, nullability, columns optional on insert, and whether both ends of a foreign key have the same id type.
 */
export async function checkTables(program: SourceProgram, client: Client): Promise<TablesOutcome> {
  const schema = await readSchema(client)
  const faults: string[] = []
  const ids = new Map<string, string>()
  let tables = 0
  for (const { name, node } of declaredTables(program)) {
    tables++
    const place = program.placeOf(node)
    const columns = schema.get(name)
    if (!columns) {
      faults.push(`${place}: There is no table ${name}.`)
      continue
    }
    const declared = declaredColumns(program, node)
    for (const column of declared.keys())
      if (!columns.has(column)) faults.push(`${place}: The table ${name} has no column ${column}.`)
    for (const [column, made] of columns) {
      const is = declared.get(column)
      if (!is) {
        faults.push(`${place}: The column ${name}.${column} is not declared.`)
        continue
      }
      faults.push(...columnFaults(program.checker, made, is))
      const id = idOf(program.checker, is.select)
      if (id) ids.set(`${name}.${column}`, id)
    }
  }
  return { faults: [...faults, ...followReferences(schema, ids)], tables, ids }
}

function declaredTables(program: SourceProgram): { name: string; node: Node }[] {
  return program.files.flatMap((file) =>
    [...nodesIn(file)]
      .filter(isInterfaceDeclaration)
      .filter((declaration) => declaration.name.text === 'DatabaseTables')
      .flatMap((declaration) => declaration.members.filter(isPropertySignatureDeclaration))
      .map((member) => ({ name: member.name.getText(), node: member.name })),
  )
}

function declaredColumns({ checker, typeOf, placeOf, declarationOf }: SourceProgram, table: Node) {
  const row = typeOf(table)
  const typeIn = (type: Type, operation: string) => {
    const property = checker.getPropertyOfType(type, operation)
    return property && checker.getTypeOfSymbol(property)
  }
  const columns = new Map<string, DeclaredColumn>()
  for (const property of row ? checker.getPropertiesOfType(row) : []) {
    const type = checker.getTypeOfSymbol(property)
    if (!type) continue
    columns.set(property.name, {
      place: placeOf(declarationOf(property) ?? table),
      select: typeIn(type, '__select__') ?? type,
      insert: typeIn(type, '__insert__') ?? type,
      update: typeIn(type, '__update__') ?? type,
    })
  }
  return columns
}

const isNever = (type: Type) => (type.flags & TypeFlags.Never) !== 0

function columnFaults(checker: Checker, made: SchemaColumn, declared: DeclaredColumn): string[] {
  const { select, insert, update, place } = declared
  const name = `${made.table}.${made.column}`
  const faults: string[] = []
  if (!fitsColumn(checker, made.type, select))
    faults.push(`${name} is declared as ${checker.typeToString(select)}, and the column is ${made.type}.`)
  if (mayBeNull(select) !== !made.isNotNull)
    faults.push(`${name} ${made.isNotNull ? 'is never null' : 'may be null'}, and its type says otherwise.`)
  for (const [verb, type] of [
    ['inserted', insert],
    ['updated', update],
  ] as const) {
    if (isNever(type)) continue
    if (made.isComputed) faults.push(`${name} cannot be ${verb}: the database computes it.`)
    else if (!fitsParameter(checker, made.type, type))
      faults.push(`${name} is ${verb} as ${checker.typeToString(type)}, and the column is ${made.type}.`)
    else if (made.isNotNull && mayBeNull(type) && !mayBeUndefined(type))
      faults.push(`${name} may be ${verb} as null, and it is never null.`)
  }
  if (made.isNotNull && !made.isFilled && mayBeUndefined(insert))
    faults.push(`${name} may be left out of an insert, and it has no default.`)
  return faults.map((fault) => `${place}: ${fault}`)
}

/** Adds the types of ids that foreign keys hand on to tables that are not declared; returns where two of them differ. */
function followReferences(
  schema: ReadonlyMap<string, ReadonlyMap<string, SchemaColumn>>,
  ids: Map<string, string>,
): string[] {
  const columns = [...schema.values()].flatMap((table) => [...table.values()])
  for (let isNews = true; isNews;) {
    isNews = false
    for (const { table, column, references } of columns) {
      const id = references.map((target) => ids.get(target)).find((found) => found !== undefined)
      if (id === undefined || ids.has(`${table}.${column}`)) continue
      ids.set(`${table}.${column}`, id)
      isNews = true
    }
  }
  return columns.flatMap(({ table, column, references }) =>
    references.flatMap((target) => {
      const [own, other] = [ids.get(`${table}.${column}`), ids.get(target)]
      return own === other || own === undefined || other === undefined
        ? []
        : `${table}.${column} is declared as an id of the kind ${own}, and refers to ${target}, which has ${other}.`
    }),
  )
}

async function readSchema(client: Client): Promise<Map<string, Map<string, SchemaColumn>>> {
  const { rows } = await client.query<SchemaColumn>(`
    select relname as "table", attname as "column", format_type(atttypid, null) as type, attnotnull as "isNotNull",
      atthasdef or attidentity <> '' as "isFilled", attgenerated <> '' or attidentity = 'a' as "isComputed",
      array(
        select confrelid::regclass || '.' || target.attname
        from pg_constraint
        cross join unnest(conkey, confkey) as pair (own, other)
        join pg_attribute target on target.attrelid = confrelid and target.attnum = other
        where contype = 'f' and conrelid = pg_attribute.attrelid and own = pg_attribute.attnum
      ) as "references"
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and attnum > 0 and not attisdropped
    order by relname, attnum`)
  const schema = new Map<string, Map<string, SchemaColumn>>()
  for (const row of rows) schema.set(row.table, (schema.get(row.table) ?? new Map()).set(row.column, row))
  return schema
}
