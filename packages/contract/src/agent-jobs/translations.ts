import { z } from 'zod'
import { FileOfJob } from './file-of-job.ts'

/** A document to translate, and the language as a BCP 47 tag of a language, perhaps with a script or a region. */
export const Translation = z.strictObject({
  file: FileOfJob,
  language: z.string().regex(/^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2})?$/, 'This is not a language.'),
})
export type Translation = z.infer<typeof Translation>

/** Languages that are offered to translate into. */
export const translationLanguages = [
  ...[
    'ar',
    'bg',
    'bn',
    'ca',
    'cs',
    'da',
    'de',
    'el',
    'en',
    'es',
    'et',
    'fa',
    'fi',
    'fr',
    'he',
    'hi',
    'hr',
    'hu',
    'id',
  ],
  ...[
    'it',
    'ja',
    'ko',
    'lt',
    'lv',
    'ms',
    'nb',
    'nl',
    'pl',
    'pt',
    'pt-BR',
    'ro',
    'ru',
    'sk',
    'sl',
    'sr',
    'sv',
    'sw',
    'ta',
  ],
  ...['th', 'tr', 'uk', 'ur', 'vi', 'zh-Hans', 'zh-Hant'],
] as const
