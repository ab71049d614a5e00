import { type Checker, type Type, TypeFlags } from 'typescript/unstable/sync'

const textTypes = [
  'text',
  'character varying',
  'character',
  '"char"',
  'name',
  'date',
  'numeric',
  'uuid',
  'bit',
  'regclass',
  'tsvector',
  'inet',
  'bit varying',
]
const numberTypes = ['smallint', 'integer', 'bigint', 'real', 'double precision', 'oid']
const timeTypes = ['timestamp with time zone', 'timestamp without time zone']

/** Whether null or undefined is among the values of a type. */
export const mayBeNull = (type: Type) =>
  membersOf(type).some(({ flags }) => (flags & (TypeFlags.Nullable | TypeFlags.AnyOrUnknown)) !== 0)

/** Members of a union without null and undefined; the type itself when it is none. */
const valuesOf = (type: Type) => membersOf(type).filter(({ flags }) => (flags & TypeFlags.Nullable) === 0)

const membersOf = (type: Type): readonly Type[] => (type.isUnionType() ? type.getTypes() : [type])

/** Whether values of a database type, as `pg` returns them, have the declared type; ignores nulls and literal types. */
export function fitsColumn(checker: Checker, sqlType: string, declared: Type): boolean {
  return valuesOf(declared).some((type) => {
    if ((type.flags & TypeFlags.AnyOrUnknown) !== 0) return true
    if (sqlType.endsWith('[]')) {
      const element = elementOf(checker, type)
      return element !== undefined && fitsColumn(checker, sqlType.slice(0, -2), element)
    }
    if (sqlType === 'json' || sqlType === 'jsonb') return symbolOf(type) !== 'Date'
    return fitsScalar(sqlType, type)
  })
}

/** Whether values of a type may be sent for a parameter of this database type: every value must be one that `pg` can send. */
export function fitsParameter(checker: Checker, sqlType: string, given: Type): boolean {
  return valuesOf(given).every((type) => {
    if ((type.flags & TypeFlags.AnyOrUnknown) !== 0) return false
    if (sqlType.endsWith('[]')) {
      const element = elementOf(checker, type)
      return element !== undefined && fitsParameter(checker, sqlType.slice(0, -2), element)
    }
    if (sqlType === 'json' || sqlType === 'jsonb')
      return isText(type) || (isObject(type) && elementOf(checker, type) === undefined)
    if (timeTypes.includes(sqlType)) return symbolOf(type) === 'Date' || isText(type)
    if (sqlType === 'interval' || sqlType === 'tsquery') return isText(type)
    // Numbers beyond 2^53 go as text; ids with a prefix are no numbers.
    if (sqlType === 'bigint') return isNumber(type) || (type.flags & TypeFlags.String) !== 0
    if (sqlType === 'numeric') return isText(type) || isNumber(type)
    return fitsScalar(sqlType, type)
  })
}

function fitsScalar(sqlType: string, type: Type): boolean {
  if (textTypes.includes(sqlType)) return isText(type)
  if (numberTypes.includes(sqlType)) return isNumber(type)
  if (sqlType === 'boolean') return (type.flags & TypeFlags.BooleanLike) !== 0
  if (timeTypes.includes(sqlType)) return symbolOf(type) === 'Date'
  if (sqlType === 'bytea') return ['Buffer', 'Uint8Array'].includes(symbolOf(type) ?? '')
  return false
}

const isText = (type: Type): boolean =>
  (type.flags & TypeFlags.StringLike) !== 0 ||
  (type.isIntersectionType() && type.getTypes().some((member) => isText(member)))
const isNumber = ({ flags }: Type) => (flags & TypeFlags.NumberLike) !== 0
const isObject = ({ flags }: Type) => (flags & TypeFlags.Object) !== 0
const symbolOf = (type: Type) => type.getSymbol()?.name

function elementOf(checker: Checker, type: Type): Type | undefined {
  if (!checker.isArrayLikeType(type) || !type.isTypeReference()) return undefined
  return checker.getTypeArguments(type)[0]
}

/** Whether undefined is among the values of a type. */
export const mayBeUndefined = (type: Type) =>
  membersOf(type).some(({ flags }) => (flags & TypeFlags.Undefined) !== 0)

/** The kind of id whose texts a type has, such as `room`, several of them as `shaping or turn`; undefined when it has other values too. */
export function idOf(checker: Checker, type: Type): string | undefined {
  const kinds = valuesOf(type).map(
    (value) => /^`(\w+)_\$\{string\}`$/.exec(checker.typeToString(value))?.[1] ?? '',
  )
  if (kinds.length === 0 || kinds.includes('')) return undefined
  return kinds.toSorted((one, other) => one.localeCompare(other)).join(' or ')
}
