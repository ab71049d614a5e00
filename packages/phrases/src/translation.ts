/** The plural forms of each language (CLDR, as in `Intl.PluralRules`; a test compares). */
export type PluralForms = {
  en: 'one' | 'other'
  fr: 'one' | 'many' | 'other'
  vi: 'other'
  zh: 'other'
  ar: 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
}
type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'

type VariableName<Written> = Written extends `${infer Name},${string}` ? Name : Written
/** The names between `{{` and `}}` of a phrase. */
export type Variables<Phrase> = Phrase extends `${string}{{${infer Written}}}${infer Rest}`
  ? VariableName<Written> | Variables<Rest>
  : never

type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never
type Mentions<Name> = Name extends string ? `${string}{{${Name}${string}}}${string}` : never
type Saying<Names> = [Names] extends [never] ? string : Together<Mentions<Names>>

/**
 * The required type of another language's catalogue, derived from the English one: the same keys, each with the same variables, and for a
 * phrase that counts (`…_other`) the forms of that language. `count` itself may be omitted, as in "two members".
 */
export type Translation<English, Language extends keyof PluralForms> = {
  readonly [Key in keyof English as Key extends `${string}_${PluralForm}` ? never : Key]: Saying<
    Variables<English[Key]>
  >
} & {
  readonly [
    Key in keyof English as Key extends `${infer Base}_other` ? `${Base}_${PluralForms[Language]}` : never
  ]: Saying<Exclude<Variables<English[Key]>, 'count'>>
}
