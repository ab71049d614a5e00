import { malformed, problemOfStatus } from '../problem.ts'
import type { Step } from '../answer/steps.ts'
import type { Faults } from './faults.ts'

type Reader = (value: string) => Partial<Faults>

const interruption =
  (step: Step): Reader =>
  (value) => ({ interruptions: [{ afterChunks: numberIn(value, 0), step }] })
const refusal =
  (status: number): Reader =>
  (value) => ({ status, ...(value === '' ? {} : { retryAfterSeconds: numberIn(value, 1) }) })

/** Every fault by its name; its reader interprets the value after `=` as chunks, milliseconds, seconds or bytes. */
const readers: Record<string, Reader> = {
  late: (value) => ({ firstTokenMs: numberIn(value, 5000) }),
  slow: (value) => ({ perSecond: numberIn(value, 2) }),
  rate: (value) => ({ perSecond: value === 'max' ? Infinity : numberIn(value, 60) }),
  'stall-after': interruption({ stall: true }),
  'drop-after': interruption({ drop: true }),
  'vanish-after': interruption({ vanish: true }),
  'malformed-after': interruption({ malformed: true }),
  'error-after': interruption({ fail: problemOfStatus(500) }),
  'overload-after': interruption({ fail: problemOfStatus(529) }),
  'content-filter': interruption({ finish: 'content-filter' }),
  401: refusal(401),
  429: (value) => ({ status: 429, retryAfterSeconds: numberIn(value, 2) }),
  500: refusal(500),
  503: refusal(503),
  529: refusal(529),
  html: (value) => ({ htmlStatus: numberIn(value, 502) }),
  'zero-output': () => ({ output: { kind: 'none' } }),
  endless: () => ({ output: { kind: 'endless' } }),
  'long-line': (value) => ({ output: { kind: 'long-line', sizeBytes: numberIn(value, 10_000_000) } }),
  'not-a-picture': () => ({ picture: 'not-a-picture' }),
  'bad-base64': () => ({ picture: 'bad-base64' }),
  'cut-short': () => ({ picture: 'cut-short' }),
  'too-wide': () => ({ picture: 'too-wide' }),
  fewer: () => ({ picture: 'fewer' }),
  'no-usage': () => ({ usage: 'none' }),
  'absurd-usage': (value) => ({ usage: value === 'negative' ? 'negative' : 'huge' }),
  'duplicate-end': () => ({ duplicateEnd: true }),
  'split-characters': () => ({ cutting: 'inside-characters' }),
  'single-bytes': () => ({ cutting: 'single-bytes' }),
  once: () => ({ once: true }),
}

/** The names that `parseFaults` knows, for the help of the command line. */
export const faultNames = Object.keys(readers)

/**
 * Parses faults in a question, a header or a rule: comma-separated names with optional values, such as `late=2000, drop-after=5`. Throws
 * RequestProblem for an unknown name, so that a misspelled fault is not ignored.
 */
export function parseFaults(text: string): Faults {
  const faults: Faults = { interruptions: [] }
  for (const item of text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')) {
    const [name = '', value = ''] = item.split('=').map((part) => part.trim())
    const read = readers[name]
    if (read === undefined)
      throw malformed(`There is no sandbox fault '${name}'. Known: ${faultNames.join(', ')}.`)
    const { interruptions = [], ...rest } = read(value)
    Object.assign(faults, rest)
    faults.interruptions.push(...interruptions)
  }
  return faults
}

function numberIn(value: string, fallback: number): number {
  if (value === '') return fallback
  const number = Number(value)
  if (!Number.isFinite(number) || number < 0)
    throw malformed(`'${value}' is not a number that a sandbox fault can have.`)
  return number
}

const directive = /\[\[sandbox:([^\]]*)\]\]/g

/** The faults requested in a question's `[[sandbox:…]]`; '' if none. */
export function faultsInQuestion(question: string): string {
  return [...question.matchAll(directive)].map((match) => match[1] ?? '').join(',')
}

/** The text as the model shall see it. */
export function withoutDirectives(text: string): string {
  return text.replace(directive, '').trim()
}
