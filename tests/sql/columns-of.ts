import { functionsWithoutNull } from './judged.ts'
import {
  isList,
  isNode,
  isTrue,
  listOf,
  nodeOf,
  nodesOf,
  numberOf,
  textOf,
  type TreeNode,
} from './node-tree.ts'

/** The database's catalogue of its tables and functions. */
export interface Catalog {
  /** By `relid.attnum`. */
  columns: ReadonlyMap<string, { table: string; column: string; isNotNull: boolean }>
  /** By oid. */
  functions: ReadonlyMap<number, { name: string; isStrict: boolean }>
  /** For a `table.column` the columns of its row that, not null, make it not null too: by constraints such as `a is null or b is not null`. */
  implied: ReadonlyMap<string, ReadonlySet<string>>
}

/** A column of a result. */
export interface ResultColumn {
  name: string
  /** Whether it is nullable, according to the statement. */
  isNullable: boolean
  /** The column of a table that it hands on unchanged. */
  origin: { table: string; column: string } | undefined
}

/** The query that a variable belongs to, and those around it. */
interface Level {
  query: TreeNode
  outer: Level | undefined
  notNull: NotNull
  /** Columns of the row that is written mean their values before, as on the right of `set`. */
  isBefore?: boolean
}

/** Facts from conditions about a query's variables, by `varno.attno`, and outer joins that a condition makes inner joins. */
interface NotNull {
  always: Set<string>
  beforeJoins: Set<string>
  joins: Set<string>
}

const commands = { update: 2, insert: 3 }
const rangeKinds = { relation: 0, subquery: 1, join: 2, function: 3, values: 5, cte: 6, group: 9 }
const joinKinds = { inner: 0, full: 2 }
const subLinks = { exists: 0, all: 1, any: 2, expression: 4, array: 6 }

/** Strict functions that give null for something that is not null. */
const mayBeNull = new Set([
  ...['json_object_field', 'json_object_field_text', 'jsonb_object_field', 'jsonb_object_field_text'],
  ...['json_array_element', 'json_array_element_text', 'jsonb_array_element', 'jsonb_array_element_text'],
  ...['json_extract_path', 'json_extract_path_text', 'jsonb_extract_path', 'jsonb_extract_path_text'],
  ...[
    'jsonb_path_query_first',
    'array_length',
    'array_upper',
    'array_lower',
    'array_position',
    'to_regclass',
  ],
  ...[
    'regexp_match',
    'regexp_substr',
    'current_setting or null',
    'inet_server_addr',
    'textregexsubstr',
    'substring',
  ],
  ...['pg_get_serial_sequence', 'obj_description', 'col_description'],
])

/** Functions that are not strict and give no null. */
const neverNull = new Set([
  ...[
    'concat',
    'concat_ws',
    'json_build_object',
    'jsonb_build_object',
    'json_build_array',
    'jsonb_build_array',
  ],
  ...[
    'array_append',
    'array_prepend',
    'array_cat',
    'array_remove',
    'array_replace',
    'num_nulls',
    'num_nonnulls',
  ],
])

/** Functions in `from` whose rows have no nulls. */
const fullRows = new Set([
  ...['unnest', 'generate_series', 'generate_subscripts', 'jsonb_array_elements', 'json_array_elements'],
  ...['jsonb_object_keys', 'string_to_table', 'regexp_split_to_table'],
])

const counting = new Set(['count', 'row_number', 'rank', 'dense_rank', 'ntile', 'percent_rank', 'cume_dist'])

/** Window functions that have no row to take their value from at an end. */
const beyondEdges = new Set(['lag', 'lead', 'nth_value'])

/** The columns of a parsed query's result. `isNullParameter` returns whether a parameter is nullable. */
export function columnsOf(
  query: TreeNode,
  catalog: Catalog,
  isNullParameter: (number: number) => boolean,
): ResultColumn[] {
  const open = new Set<string>()
  return targetsOf(query).map((target, index) => {
    const level = enter(query, undefined)
    return {
      name: textOf(target, 'resname'),
      isNullable: isColumnNullable(level, index),
      origin: originOfColumn(level, index),
    }
  })

  function enter(inner: TreeNode, outer: Level | undefined): Level {
    const notNull: NotNull = { always: new Set(), beforeJoins: new Set(), joins: new Set() }
    const tree = nodeOf(inner, 'jointree')
    if (tree) noteFrom(tree, notNull, true)
    return { query: inner, outer, notNull }
  }

  /** A column of a query by its index among those that it returns. */
  function isColumnNullable(level: Level, index: number): boolean {
    const leaves = leavesOf(level.query)
    if (leaves.length > 0) return leaves.some((leaf) => isColumnNullable(enter(leaf, level), index))
    const expression = expressionAt(level.query, index)
    return expression === undefined || isNullable(expression, level)
  }

  function originOfColumn(level: Level, index: number): ResultColumn['origin'] {
    const leaves = leavesOf(level.query)
    if (leaves.length > 0) return common(leaves.map((leaf) => originOfColumn(enter(leaf, level), index)))
    const expression = expressionAt(level.query, index)
    return expression && originOf(expression, level)
  }

  function originOf(node: TreeNode, level: Level): ResultColumn['origin'] {
    if (node.tag === 'RELABELTYPE') return inNode(node, 'arg', (arg) => originOf(arg, level))
    if (node.tag === 'COALESCEEXPR') return common(nodesOf(node, 'args').map((arg) => originOf(arg, level)))
    if (node.tag === 'CASEEXPR') {
      const results = resultsOfCase(node).filter(
        (result) => result.tag !== 'CONST' || !isTrue(result, 'constisnull'),
      )
      return common(results.map((result) => originOf(result, level)))
    }
    if (node.tag !== 'VAR') return undefined
    const at = locate(node, level)
    if (!at) return undefined
    const { range, level: home, attribute } = at
    const key = `${numberOf(range, 'relid')}.${attribute}`
    switch (numberOf(range, 'rtekind')) {
      case rangeKinds.relation:
        return catalog.columns.get(key)
      case rangeKinds.subquery:
        return inNode(range, 'subquery', (inner) => originOfColumn(enter(inner, home), attribute - 1))
      case rangeKinds.cte: {
        const found = commonTable(range, home)
        return (
          found &&
          once(`origin ${textOf(range, 'ctename')} ${attribute}`, undefined, () =>
            originOfColumn(enter(found.query, found.level), attribute - 1),
          )
        )
      }
      case rangeKinds.join:
      case rangeKinds.group: {
        const inner = aliased(range)[attribute - 1]
        return inner && originOf(inner, home)
      }
      default:
        return undefined
    }
  }

  function isNullable(node: TreeNode, level: Level): boolean {
    const argument = (field: string) => {
      const found = nodeOf(node, field)
      return found === undefined || isNullable(found, level)
    }
    const anyArgument = () => nodesOf(node, 'args').some((arg) => isNullable(arg, level))
    switch (node.tag) {
      case 'CONST':
        return isTrue(node, 'constisnull')
      case 'PARAM':
        return isNullParameter(numberOf(node, 'paramid'))
      case 'VAR':
        return isVariableNullable(node, level)
      case 'RELABELTYPE':
      case 'COERCEVIAIO':
      case 'ARRAYCOERCEEXPR':
      case 'COLLATEEXPR':
      case 'NAMEDARGEXPR':
        return argument('arg')
      case 'COALESCEEXPR':
        return nodesOf(node, 'args').every((arg) => isNullable(arg, level))
      case 'MINMAXEXPR':
        return nodesOf(node, 'args').every((arg) => isNullable(arg, level))
      case 'NULLTEST':
      case 'BOOLEANTEST':
      case 'DISTINCTEXPR':
      case 'ARRAYEXPR':
      case 'ARRAY':
      case 'ROWEXPR':
      case 'SQLVALUEFUNCTION':
        return false
      case 'BOOLEXPR':
      case 'SCALARARRAYOPEXPR':
        return anyArgument()
      case 'NULLIFEXPR':
        return true
      case 'OPEXPR':
        return isCallNullable(numberOf(node, 'opfuncid'), anyArgument)
      case 'FUNCEXPR':
        return isCallNullable(numberOf(node, 'funcid'), anyArgument)
      case 'CASEEXPR':
        return (
          nodeOf(node, 'defresult') === undefined ||
          resultsOfCase(node).some((result) => isNullable(result, level))
        )
      case 'AGGREF': {
        const name = catalog.functions.get(numberOf(node, 'aggfnoid'))?.name ?? ''
        if (counting.has(name)) return false
        if (listOf(level.query, 'groupClause').length === 0 || nodeOf(node, 'aggfilter')) return true
        const holdsNulls = ['array_agg', 'json_agg', 'jsonb_agg'].includes(name)
        return (
          !holdsNulls &&
          nodesOf(node, 'args').some((arg) => inNode(arg, 'expr', (expr) => isNullable(expr, level)) ?? true)
        )
      }
      case 'WINDOWFUNC': {
        const name = catalog.functions.get(numberOf(node, 'winfnoid'))?.name ?? ''
        return (
          !counting.has(name) &&
          (beyondEdges.has(name) || nodeOf(node, 'aggfilter') !== undefined || anyArgument())
        )
      }
      case 'SUBLINK':
        return isSubLinkNullable(node, level)
      default:
        return true
    }
  }

  function isCallNullable(oid: number, anyArgument: () => boolean): boolean {
    const called = catalog.functions.get(oid)
    if (!called || mayBeNull.has(called.name)) return true
    if (neverNull.has(called.name) || functionsWithoutNull.has(called.name)) return false
    return !called.isStrict || anyArgument()
  }

  function isSubLinkNullable(node: TreeNode, level: Level): boolean {
    const kind = numberOf(node, 'subLinkType')
    if (kind === subLinks.exists || kind === subLinks.array) return false
    const query = nodeOf(node, 'subselect')
    if (!query) return true
    if (kind === subLinks.any || kind === subLinks.all) {
      const test = nodeOf(node, 'testexpr')
      const left = test && nodesOf(test, 'args')[0]
      return !left || isNullable(left, level) || isColumnNullable(enter(query, level), 0)
    }
    const hasOneRow =
      isTrue(query, 'hasAggs') &&
      listOf(query, 'groupClause').length === 0 &&
      nodeOf(query, 'havingQual') === undefined &&
      query.fields.get('limitCount') === null &&
      query.fields.get('limitOffset') === null
    return !hasOneRow || isColumnNullable(enter(query, level), 0)
  }

  function isVariableNullable(node: TreeNode, level: Level): boolean {
    const at = locate(node, level)
    if (!at) return true
    const { range, level: home, attribute, key } = at
    const written = writtenTo(node, home)
    if (written && catalog.columns.get(`${numberOf(range, 'relid')}.${attribute}`)?.isNotNull !== true)
      return isNullable(written, { ...home, isBefore: true })
    if (home.notNull.always.has(key)) return false
    const nulling = joinsOf(node)
    if (nulling.some((join) => !home.notNull.joins.has(join))) return true
    if (home.notNull.beforeJoins.has(key)) return false
    switch (numberOf(range, 'rtekind')) {
      case rangeKinds.relation:
        return isStoredNullable(node, numberOf(range, 'relid'), home)
      case rangeKinds.subquery:
        return (
          inNode(range, 'subquery', (inner) => isColumnNullable(enter(inner, home), attribute - 1)) ?? true
        )
      case rangeKinds.cte: {
        const found = commonTable(range, home)
        if (!found) return true
        // A recursive table is as nullable as its first part.
        return once(`null ${textOf(range, 'ctename')} ${attribute}`, false, () =>
          isColumnNullable(enter(found.query, found.level), attribute - 1),
        )
      }
      case rangeKinds.values:
        return listOf(range, 'values_lists').some((row) => {
          const cell = isList(row) ? row[attribute - 1] : undefined
          return !isNode(cell) || isNullable(cell, home)
        })
      case rangeKinds.function:
        return isRowNullable(range, attribute)
      case rangeKinds.join:
      case rangeKinds.group: {
        const inner = aliased(range)[attribute - 1]
        // The column of `full join … using`: one of the two sides is present.
        if (inner?.tag === 'COALESCEEXPR' && numberOf(range, 'jointype') === joinKinds.full)
          return nodesOf(inner, 'args').some((side) => isNullable(besidesJoin(side, node), home))
        return !inner || isNullable(inner, home)
      }
      default:
        return true
    }
  }

  function isStoredNullable(node: TreeNode, relation: number, { notNull }: Level): boolean {
    const stored = catalog.columns.get(`${relation}.${numberOf(node, 'varattno')}`)
    if (!stored || stored.isNotNull) return !stored
    const implying = catalog.implied.get(`${stored.table}.${stored.column}`)
    return ![...notNull.always, ...notNull.beforeJoins].some((key) => {
      const [variable, attribute] = key.split('.')
      const known = catalog.columns.get(`${relation}.${attribute}`)
      return Number(variable) === numberOf(node, 'varno') && known && implying?.has(known.column)
    })
  }

  /** The value that a statement has just written to a column of a returned row. */
  function writtenTo(node: TreeNode, { query: home, isBefore }: Level): TreeNode | undefined {
    const command = numberOf(home, 'commandType')
    const isInsert = command === commands.insert && nodeOf(home, 'onConflict') === undefined
    if (isBefore || numberOf(node, 'varno') !== numberOf(home, 'resultRelation')) return undefined
    if (command !== commands.update && !isInsert) return undefined
    const target = nodesOf(home, 'targetList').find(
      (candidate) => numberOf(candidate, 'resno') === numberOf(node, 'varattno'),
    )
    return target && nodeOf(target, 'expr')
  }

  function isRowNullable(range: TreeNode, attribute: number): boolean {
    let first = 1
    for (const part of nodesOf(range, 'functions')) {
      const width = numberOf(part, 'funccolcount')
      if (attribute < first + width) {
        const call = nodeOf(part, 'funcexpr')
        const name = call && catalog.functions.get(numberOf(call, 'funcid'))?.name
        return !name || !(fullRows.has(name) || functionsWithoutNull.has(name))
      }
      first += width
    }
    return !isTrue(range, 'funcordinality')
  }

  /** A variable's origin: its query, its entry in the range table, its attribute there. */
  function locate(node: TreeNode, level: Level) {
    let home: Level | undefined = level
    for (let up = numberOf(node, 'varlevelsup'); up > 0; up--) home = home?.outer
    const range = home && nodesOf(home.query, 'rtable')[numberOf(node, 'varno') - 1]
    if (!home || !range) return undefined
    return { range, level: home, attribute: numberOf(node, 'varattno'), key: keyOf(node) }
  }

  function commonTable(range: TreeNode, level: Level): { query: TreeNode; level: Level } | undefined {
    let home: Level | undefined = level
    for (let up = numberOf(range, 'ctelevelsup'); up > 0; up--) home = home?.outer
    const found =
      home &&
      nodesOf(home.query, 'cteList').find((cte) => textOf(cte, 'ctename') === textOf(range, 'ctename'))
    const query = found && nodeOf(found, 'ctequery')
    return home && query && { query, level: home }
  }

  function once<Result>(key: string, meanwhile: Result, find: () => Result): Result {
    if (open.has(key)) return meanwhile
    open.add(key)
    try {
      return find()
    } finally {
      open.delete(key)
    }
  }

  function noteFrom(node: TreeNode, into: NotNull, isAlways: boolean): void {
    if (node.tag === 'FROMEXPR') {
      noteCondition(nodeOf(node, 'quals'), into, isAlways)
      for (const item of nodesOf(node, 'fromlist')) noteFrom(item, into, false)
    }
    if (node.tag === 'JOINEXPR') {
      if (numberOf(node, 'jointype') === joinKinds.inner) noteCondition(nodeOf(node, 'quals'), into, false)
      for (const side of ['larg', 'rarg']) inNode(node, side, (inner) => noteFrom(inner, into, false))
    }
  }

  function noteCondition(node: TreeNode | undefined, into: NotNull, isAlways: boolean): void {
    if (!node) return
    const args = nodesOf(node, 'args')
    if (node.tag === 'BOOLEXPR' && textOf(node, 'boolop') === 'and')
      for (const arg of args) noteCondition(arg, into, isAlways)
    const strict =
      (node.tag === 'OPEXPR' && catalog.functions.get(numberOf(node, 'opfuncid'))?.isStrict) ||
      (node.tag === 'SCALARARRAYOPEXPR' && isTrue(node, 'useOr'))
    if (strict) for (const arg of args) noteVariable(arg, into, isAlways)
    if (node.tag === 'NULLTEST' && numberOf(node, 'nulltesttype') === 1)
      noteVariable(nodeOf(node, 'arg'), into, isAlways)
    if (node.tag === 'VAR') noteVariable(node, into, isAlways)
  }

  function noteVariable(node: TreeNode | undefined, into: NotNull, isAlways: boolean): void {
    if (node?.tag === 'RELABELTYPE') return noteVariable(nodeOf(node, 'arg'), into, isAlways)
    if (node?.tag !== 'VAR' || numberOf(node, 'varlevelsup') !== 0) return
    ;(isAlways ? into.always : into.beforeJoins).add(keyOf(node))
    if (isAlways) for (const join of joinsOf(node)) into.joins.add(join)
  }
}

/** A variable of one side of a join, as if the join always found that side. */
function besidesJoin(side: TreeNode, join: TreeNode): TreeNode {
  const nulling = listOf(side, 'varnullingrels').filter((index) => Number(index) !== numberOf(join, 'varno'))
  return { tag: side.tag, fields: new Map(side.fields).set('varnullingrels', nulling) }
}

/** The outer joins that may make a variable null: `(b 3 5)`. */
const joinsOf = (node: TreeNode) =>
  listOf(node, 'varnullingrels').filter((item) => typeof item === 'string' && item !== 'b') as string[]

const keyOf = (node: TreeNode) => `${numberOf(node, 'varno')}.${numberOf(node, 'varattno')}`

/** A query's result columns, without those only for its order or groups. */
function targetsOf(query: TreeNode): TreeNode[] {
  const returning = nodesOf(query, 'returningList')
  const isWriting = numberOf(query, 'commandType') !== 1
  return (isWriting ? returning : nodesOf(query, 'targetList')).filter((target) => !isTrue(target, 'resjunk'))
}

function expressionAt(query: TreeNode, index: number): TreeNode | undefined {
  const target = targetsOf(query)[index]
  return target && nodeOf(target, 'expr')
}

/** The queries that `union`, `intersect` or `except` put together; empty when it is one query. */
function leavesOf(query: TreeNode): TreeNode[] {
  const operation = nodeOf(query, 'setOperations')
  if (!operation) return []
  const visit = (node: TreeNode | undefined): TreeNode[] => {
    if (!node) return []
    if (node.tag === 'RANGETBLREF') {
      const range = nodesOf(query, 'rtable')[numberOf(node, 'rtindex') - 1]
      const inner = range && nodeOf(range, 'subquery')
      return inner ? [inner] : []
    }
    return [...visit(nodeOf(node, 'larg')), ...visit(nodeOf(node, 'rarg'))]
  }
  return visit(operation)
}

const aliased = (range: TreeNode) =>
  nodesOf(range, numberOf(range, 'rtekind') === rangeKinds.group ? 'groupexprs' : 'joinaliasvars')

function resultsOfCase(node: TreeNode): TreeNode[] {
  const results = nodesOf(node, 'args').map((when) => nodeOf(when, 'result'))
  return [...results, nodeOf(node, 'defresult')].filter((result) => result !== undefined)
}

function common(origins: ResultColumn['origin'][]): ResultColumn['origin'] {
  const [first] = origins
  return origins.every((origin) => origin && origin.table === first?.table && origin.column === first.column)
    ? first
    : undefined
}

function inNode<Result>(
  node: TreeNode,
  field: string,
  find: (inner: TreeNode) => Result,
): Result | undefined {
  const inner = nodeOf(node, field)
  return inner && find(inner)
}
