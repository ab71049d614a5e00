import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** One exchange of a written conversation. */
export interface WrittenTurn {
  /** `next` follows the previous turn; `edit` replaces its question, `again` requests another answer to the same question. */
  kind: 'next' | 'edit' | 'again'
  question: string
  /** Asked with web search, which the model then uses. */
  usesWeb: boolean
  /** Asked about the canvases of its room. */
  isAboutCanvases: boolean
  reasoning: string
  answer: string
  /** Answers of several models, side by side, in place of `answer`; empty for one model. */
  compared: { modelId: string; answer: string }[]
  end: 'answered' | 'stopped' | 'failed'
}

export interface WrittenConversation {
  title: string
  /** The author: the key of a person. */
  person: string
  room: string
  modelId: string
  turns: WrittenTurn[]
}

const folder = path.join(import.meta.dirname, 'conversations')
const afterFilesFolder = path.join(import.meta.dirname, 'after-files')
const afterCanvasesFolder = path.join(import.meta.dirname, 'after-canvases')

/**
 * The written conversations, in the order of files and lines. In a file, `== title | person | room | model` starts one; `>> ` a question
 * (`>>edit ` one that replaces the last, `>>web ` one with web search, `>>canvas ` one about the canvases of the room, `>> again` another answer), `~~ ` a reasoning, `<< ` an answer (`<<stopped ` one that is stopped
 * there, `<<failed` none, `<<@model ` one of several models that are compared). Each extends to the next mark.
 */
export const readConversations = (): WrittenConversation[] => readFolder(folder)

/** Those that can be held once the rooms have their files. */
export const readConversationsAfterFiles = (): WrittenConversation[] => readFolder(afterFilesFolder)

/** Those that can be held once the rooms have their canvases. */
export const readConversationsAfterCanvases = (): WrittenConversation[] => readFolder(afterCanvasesFolder)

const readFolder = (from: string): WrittenConversation[] =>
  readdirSync(from)
    .toSorted()
    .flatMap((file) => parseConversations(readFileSync(path.join(from, file), 'utf8')))

export function parseConversations(text: string): WrittenConversation[] {
  const conversations: WrittenConversation[] = []
  for (const piece of text.split(/^(?===|>>|<<|~~)/m).filter((one) => one.trim() !== '')) {
    const mark = piece.slice(0, 2)
    const conversation = conversations.at(-1)
    if (mark === '==') conversations.push(begin(piece.slice(2)))
    else if (mark === '>>' && conversation) conversation.turns.push(ask(piece.slice(2), conversation))
    else answer(mark, piece.slice(2), conversation?.turns.at(-1))
  }
  return conversations
}

function begin(line: string): WrittenConversation {
  const [title = '', person = '', room = '', modelId = ''] = line.split('|').map((part) => part.trim())
  return { title, person, room, modelId, turns: [] }
}

function ask(text: string, { turns }: WrittenConversation): WrittenTurn {
  const [mark = '', way] = /^(edit|web|canvas) /.exec(text) ?? []
  const question = text.slice(mark.length).trim()
  const nothingYet = {
    usesWeb: way === 'web',
    isAboutCanvases: way === 'canvas',
    ...{ reasoning: '', answer: '', compared: [], end: 'failed' as const },
  }
  if (question === 'again') return { kind: 'again', question: turns.at(-1)?.question ?? '', ...nothingYet }
  return { kind: way === 'edit' ? 'edit' : 'next', question, ...nothingYet }
}

function answer(mark: string, text: string, turn: WrittenTurn | undefined): void {
  if (!turn) throw new Error(`This is before the first question: ${mark}${text.slice(0, 40)}`)
  const [, end = 'answered', words = ''] = /^(stopped|failed)?(.*)$/s.exec(text) ?? []
  const [, modelId, said] = /^@(\S+)(.*)$/s.exec(text) ?? []
  if (mark === '~~') turn.reasoning = text.trim()
  else if (modelId !== undefined && said !== undefined) {
    turn.end = 'answered'
    turn.compared.push({ modelId, answer: said.trim() })
  } else {
    turn.end = end === 'stopped' || end === 'failed' ? end : 'answered'
    turn.answer = words.trim()
  }
}
