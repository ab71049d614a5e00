import { limits } from '@atrium/contract'
import type { JobProgram, JobWork, ModelStep, Step } from '../engine/program.ts'
import { itemsOf, researchPrompt } from './research-prompts.ts'
import { partsOfSources, type ResearchState, sourcesForPrompt, stateOf } from './research-state.ts'
import { searchFor } from './search-step.ts'
import { checkReport, together } from './write-report.ts'

const maxSections = 5
/** Expected sections, before there is an outline. */
const likelySections = 4
const maxHeadingCharacters = 120
const maxTokens = { plan: 600, notes: 1_000, outline: 400, section: 1_600 } as const

/** Deep research: plan, then search and read for each of its questions, then outline, write and check. */
export const researchProgram: JobProgram = {
  next(work) {
    const state = stateOf(work)
    if (!state.planned) return { step: planStep(work) }
    if (work.reviewsPlan && !work.confirmedPlan) return { pause: 'plan' }
    if (state.checked) return { text: state.checked.text }
    return { step: nextStep(work, state) }
  },

  stepsLeft(work) {
    const { questions, headings, searches, notes, sections, checked } = stateOf(work)
    if (!questions) return null
    const all = 2 * questions.length + 1 + (headings?.length ?? likelySections) + 1
    const done =
      searches.length + notes.length + Number(headings !== null) + sections.length + Number(checked !== null)
    return Math.max(0, all - done - 1)
  },

  items: () => null,

  plan: (work) => stateOf(work).questions,

  sourcesRead(work) {
    const { sources, pages } = stateOf(work)
    return new Set([...sources.map(({ fileId }) => fileId), ...pages.map(({ url }) => url)]).size
  },

  partsOf: (work) => partsOfSources(stateOf(work)),

  partialText(work) {
    const { questions, headings, notes, sections, checked } = stateOf(work)
    if (checked) return checked.text
    if (headings && sections.length > 0) return together(headings, sections)
    return together(questions ?? [], notes)
  },
}

function nextStep(work: JobWork, state: ResearchState): Step {
  const questions = state.questions ?? []
  const unsearched = state.searches.length
  const unread = state.notes.length
  const question = questions[unread]
  if (question !== undefined)
    return unsearched > unread
      ? notesStep(work, state, question, unread)
      : {
          how: 'tool',
          kind: 'search',
          key: `search-${unsearched + 1}`,
          title: question,
          input: question,
          run: (context) => searchFor(context, work, question),
        }
  if (!state.headings) return outlineStep(work, state)
  const heading = state.headings[state.sections.length]
  if (heading !== undefined) return sectionStep(work, state, heading)
  return {
    how: 'plain',
    kind: 'check',
    key: 'check',
    title: '',
    input: state.sections,
    run: () => checkReport(work),
  }
}

const planStep = (work: JobWork): ModelStep => ({
  how: 'model',
  kind: 'plan',
  key: 'plan',
  title: '',
  prompt: researchPrompt(work, 'plan', []),
  maxOutputTokens: maxTokens.plan,
  read(text) {
    const questions = itemsOf(text, limits.maxJobQuestions, limits.jobQuestionCharacters)
    return { questions: questions.length > 0 ? questions : [firstLine(work)] }
  },
})

const notesStep = (work: JobWork, state: ResearchState, question: string, index: number): ModelStep => ({
  how: 'model',
  kind: 'read',
  key: `read-${index + 1}`,
  title: question,
  prompt: researchPrompt(work, 'notes', [
    'Sources:',
    ...sourcesForPrompt(state, state.searches[index]?.numbers ?? []),
    `Question to research: ${question}`,
  ]),
  maxOutputTokens: maxTokens.notes,
  read: (text) => ({ text }),
})

/** Stands in for a list that the model left empty. */
const firstLine = ({ material }: JobWork): string =>
  (material.question.trim().split('\n')[0] ?? '').slice(0, maxHeadingCharacters).toWellFormed()

const notesOf = ({ questions, notes }: ResearchState): string[] =>
  notes.map((text, index) => `Notes on ${JSON.stringify(questions?.[index] ?? '')}:\n${marked(text)}`)

const marked = (text: string) =>
  text
    .split('\n')
    .map((line) => `| ${line}`)
    .join('\n')

const outlineStep = (work: JobWork, state: ResearchState): ModelStep => ({
  how: 'model',
  kind: 'outline',
  key: 'outline',
  title: '',
  prompt: researchPrompt(work, 'outline', notesOf(state)),
  maxOutputTokens: maxTokens.outline,
  read(text) {
    const headings = itemsOf(text, maxSections, maxHeadingCharacters).map((item) =>
      item.replace(/^#+\s*/, ''),
    )
    return { headings: headings.length > 0 ? headings : [firstLine(work)] }
  },
})

const sectionStep = (work: JobWork, state: ResearchState, heading: string): ModelStep => ({
  how: 'model',
  kind: 'write',
  key: `write-${state.sections.length + 1}`,
  title: heading,
  prompt: researchPrompt(work, 'section', [
    ...notesOf(state),
    `All sections: ${(state.headings ?? []).map((one) => JSON.stringify(one)).join(', ')}`,
    `Section to write: ${heading}`,
  ]),
  maxOutputTokens: maxTokens.section,
  read: (text) => ({ text }),
})
