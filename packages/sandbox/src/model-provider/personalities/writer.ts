import { fill, type Asked } from './asked.ts'
import { codeExamples, formulas, type CodeExample, type Formula } from './texts/examples.ts'
import { writerTexts, type WriterTexts } from './texts/writer-texts.ts'

/** A long answer with every kind of Markdown, composed of the question's words, in its language. */
export function writeAtLength(asked: Asked): string {
  const texts = writerTexts[asked.language]
  const { chooser } = asked
  // The first and last part stay; the order of the parts between them varies by question.
  const middle = [steps, table, formula, diagram, code]
    .map((part) => ({ part, rank: chooser.fraction() }))
    .sort((a, b) => a.rank - b.rank)
  const parts = [opening, points, ...middle.map(({ part }) => part), checklist, closing]
  return fill(parts.map((part) => part(texts, asked)).join('\n\n'), asked)
}

type Part = (texts: WriterTexts, asked: Asked) => string

const opening: Part = (texts, { chooser, earlierTopic }) => {
  const earlier = earlierTopic === null ? '' : `${texts.earlier}\n\n`
  return `# ${chooser.one(texts.headlines)}\n\n${earlier}${chooser.one(texts.openings)}[^1]`
}

const points: Part = (texts, { chooser }) => {
  const items = chooser
    .some(texts.points, 3)
    .map(({ lead, details }) => `- ${lead}\n${details.map((detail) => `  - ${detail}`).join('\n')}`)
  return `## ${chooser.one(texts.pointsHeading)}\n\n${items.join('\n')}`
}

const steps: Part = (texts, { chooser }) => {
  const items = chooser.some(texts.steps, 4).map((step, at) => `${at + 1}. ${step}`)
  return `## ${chooser.one(texts.stepsHeading)}\n\n${items.join('\n')}`
}

const table: Part = (texts, { chooser }) => {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rows = chooser.some(texts.tableRows, 3).map(row)
  const quote = `> ${chooser.one(texts.quotes)}`
  return [
    `## ${chooser.one(texts.tableHeading)}`,
    '',
    row(texts.tableHead),
    '| --- | :-- | :-- |',
    ...rows,
    '',
    quote,
  ].join('\n')
}

const code: Part = (texts, { chooser }) => {
  const languages = Object.keys(codeExamples) as CodeExample[]
  const blocks = chooser
    .some(languages, 3)
    .map((language) => `${texts.code[language]}\n\n\`\`\`${language}\n${codeExamples[language]}\n\`\`\``)
  return `## ${texts.codeHeading}\n\n${blocks.join('\n\n')}`
}

const formula: Part = (texts, { chooser }) => {
  const name = chooser.one(Object.keys(formulas) as Formula[])
  return `## ${texts.formulaHeading}\n\n${texts.formulas[name]}\n\n$$\n${formulas[name]}\n$$`
}

const diagram: Part = (texts, { topic }) => {
  const { ask, gather, attempt, enough, yes, no, keep } = texts.diagram
  const label = (text: string) => `"${text.replaceAll('"', '')}"`
  return [
    `## ${texts.diagramHeading}`,
    '',
    '```mermaid',
    'flowchart LR',
    `  ask[${label(`${ask}: ${topic}`)}] --> gather[${label(gather)}]`,
    `  gather --> attempt[${label(attempt)}]`,
    `  attempt --> enough{${label(enough)}}`,
    `  enough -- ${label(yes)} --> keep[${label(keep)}]`,
    `  enough -- ${label(no)} --> gather`,
    '```',
  ].join('\n')
}

const checklist: Part = (texts, { chooser }) => {
  const items = chooser.some(texts.checklist, 4).map((item, at) => `- [${at === 0 ? 'x' : ' '}] ${item}`)
  return `## ${texts.checklistHeading}\n\n${items.join('\n')}`
}

const closing: Part = (texts, { chooser }) =>
  `---\n\n${chooser.one(texts.closings)}\n\n[^1]: ${texts.footnote} ([${texts.linkText}](https://commonmark.org/help/))`
