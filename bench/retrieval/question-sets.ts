import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** A text of a set, and questions with the texts that answer them: a grade for each, more is better. */
export type SetDocument = { id: string; title: string; text: string }
export type SetQuestion = { id: string; text: string; grades: ReadonlyMap<string, number> }
export type QuestionSet = {
  name: string
  documents: SetDocument[]
  /** Those that some text answers. */
  questions: SetQuestion[]
  /** nDCG@10 of the reference beside the sets; null without one. */
  baseline: number | null
}

type Line = { _id: string; title?: string; text: string }

/** Reads every set of a folder: a folder each, with `corpus.jsonl`, `queries.jsonl`, `qrels.tsv`. */
export async function readQuestionSets(folder: string): Promise<QuestionSet[]> {
  const baselines = await readBaselines(folder)
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return await Promise.all(
    names.toSorted().map(async (name) => ({
      ...(await readSet(path.join(folder, name))),
      name,
      baseline: baselines[name]?.['nDCG@10'] ?? null,
    })),
  )
}

async function readBaselines(folder: string): Promise<Record<string, Record<string, number>>> {
  const text = await readFile(path.join(folder, 'bm25-baseline.json'), 'utf8').catch(() => '{}')
  return JSON.parse(text) as Record<string, Record<string, number>>
}

async function readSet(folder: string): Promise<Pick<QuestionSet, 'documents' | 'questions'>> {
  const [corpus, queries, judged] = await Promise.all(
    ['corpus.jsonl', 'queries.jsonl', 'qrels.tsv'].map((name) => readFile(path.join(folder, name), 'utf8')),
  )
  const grades = readGrades(judged ?? '')
  return {
    documents: linesOf(corpus ?? '').map(({ _id, title = '', text }) => ({ id: _id, title, text })),
    questions: linesOf(queries ?? '').flatMap(({ _id, text }) => {
      const own = grades.get(_id)
      return own ? [{ id: _id, text, grades: own }] : []
    }),
  }
}

const linesOf = (jsonLines: string): Line[] =>
  jsonLines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

/** Question, text and grade in columns, below a heading; grades of zero answer nothing. */
function readGrades(judged: string): Map<string, Map<string, number>> {
  const grades = new Map<string, Map<string, number>>()
  for (const line of judged.trim().split('\n').slice(1)) {
    const [question = '', document = '', grade] = line.split('\t')
    if (Number(grade) <= 0) continue
    const own = grades.get(question) ?? new Map<string, number>()
    grades.set(question, own.set(document, Number(grade)))
  }
  return grades
}
