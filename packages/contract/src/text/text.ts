import { z } from 'zod'
import { limits } from '../limits.ts'
import { storable } from './storable.ts'

// Lone surrogates cannot be stored as UTF-8, NUL not in PostgreSQL, and bidi overrides let a name lie about itself;
// what breaks a line can make one line pass for two.
const unstorable = /[\0\uD800-\uDFFF]/u
const disguising = /[\u0000-\u001F\u007F-\u009F\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]/u

/** Free text with a maximum number of characters, stored verbatim. */
export const Text = (most: number) =>
  z
    .string()
    .max(most, `This can have at most ${most} characters.`)
    .refine((text) => !unstorable.test(text), 'This contains characters that cannot be stored.')

/** Free text that a machine wrote, made storable: its author cannot correct it. */
export const MachineText = (max: number) =>
  z.string().overwrite(storable).max(max, `This can have at most ${max} characters.`)

/** One line, perhaps empty: trimmed, no control or direction-changing characters. */
export const LineOrNothing = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `This can have at most ${most} characters.`)
    .refine(
      (text) => !unstorable.test(text) && !disguising.test(text),
      'This contains characters that a name cannot have.',
    )

/** One line that is displayed as a name. */
export const Line = (most: number) => LineOrNothing(most).min(1, 'This cannot be empty.')

// Characters that take no width: a name with one looks like the name without. Joiners, variation selectors, fillers and tags are
// among them; those that change direction are refused instead.
const zeroWidth = /(?![\u200E\u200F\u202A-\u202E\u2066-\u2069])\p{Default_Ignorable_Code_Point}/gu
const blank = /\u2800/g
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u
// Letters of other alphabets that pass for Latin ones within one word.
const mixedWord =
  /\p{Script=Latin}\p{M}*[\p{Script=Cyrillic}\p{Script=Cherokee}\p{Script=Armenian}ΑΒΕΖΗΙΚΜΝΟΡΤΥΧανορυικ]|[\p{Script=Cyrillic}\p{Script=Cherokee}\p{Script=Armenian}ΑΒΕΖΗΙΚΜΝΟΡΤΥΧανορυικ]\p{M}*\p{Script=Latin}/u

/** A stored name: NFKC, without zero-width characters; blank patterns count as spaces. */
export const cleanName = (name: string): string =>
  name.replaceAll(zeroWidth, '').normalize('NFKC').replaceAll(zeroWidth, '').replaceAll(blank, ' ').trim()

/** The name of a room, an account or a person: visible, and not a mixture of alphabets that passes for another name. */
export const ShownName = (most: number) =>
  z
    .string()
    .overwrite(cleanName)
    .pipe(
      Line(most)
        .refine((name) => name === '' || visible.test(name), 'This name cannot be seen.')
        .refine(
          (name) => !mixedWord.test(name),
          'This name mixes letters of different alphabets within a word.',
        ),
    )

export const Name = ShownName(limits.personNameCharacters)
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'An email address has at most 254 characters.')
  .pipe(z.email('This is not an email address.'))

export const languages = ['en', 'fr', 'vi', 'zh', 'ar'] as const
export const Language = z.enum(languages)
export type Language = z.infer<typeof Language>
/** How often the activity digest is mailed. */
export const emailFrequencies = ['DAILY', 'NEVER'] as const
export const EmailFrequency = z.enum(emailFrequencies)
export type EmailFrequency = z.infer<typeof EmailFrequency>
export const ColorScheme = z.enum(['light', 'dark', 'auto'])
export type ColorScheme = z.infer<typeof ColorScheme>
