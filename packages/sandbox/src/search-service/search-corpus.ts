import { detectLanguage } from '../model-provider/language/detect-language.ts'
import { termsOf } from '../model-provider/language/words.ts'
import { corpus, type SandboxPage } from './corpus.ts'

/** Pages that share terms with a query, best first. */
export function searchCorpus(query: string): { page: SandboxPage; score: number }[] {
  const asked = new Set(termsOf(query, detectLanguage(query)))
  return corpus
    .map((page) => {
      const terms = new Set(termsOf([page.title, ...page.paragraphs].join('\n'), page.language))
      return { page, score: [...asked].filter((term) => terms.has(term)).length }
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
}
