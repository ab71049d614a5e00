import type { Language } from '../../language/languages.ts'
import { arabicTexts } from './ar.ts'
import { chineseTexts } from './zh.ts'
import type { CodeExample, Formula } from './examples.ts'
import { englishTexts } from './en.ts'
import { frenchTexts } from './fr.ts'
import { vietnameseTexts } from './vi.ts'

/**
 * The sentences of the writer's answers, in one language. `{topic}`, `{earlier}`, `{first}`, `{second}` and `{third}` are replaced by
 * words of the question.
 */
export interface WriterTexts {
  headlines: string[]
  openings: string[]
  earlier: string
  pointsHeading: string[]
  points: { lead: string; details: string[] }[]
  stepsHeading: string[]
  steps: string[]
  tableHeading: string[]
  tableHead: [string, string, string]
  tableRows: [string, string, string][]
  quotes: string[]
  codeHeading: string
  code: Record<CodeExample, string>
  formulaHeading: string
  formulas: Record<Formula, string>
  diagramHeading: string
  diagram: {
    ask: string
    gather: string
    attempt: string
    enough: string
    yes: string
    no: string
    keep: string
  }
  checklistHeading: string
  checklist: string[]
  closings: string[]
  footnote: string
  linkText: string
}

export const writerTexts: Record<Language, WriterTexts> = {
  en: englishTexts,
  fr: frenchTexts,
  vi: vietnameseTexts,
  zh: chineseTexts,
  ar: arabicTexts,
}
