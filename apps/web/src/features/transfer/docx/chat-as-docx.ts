import { answerText, type ChatDetails, picturesIn } from '@atrium/contract'
import { HeadingLevel, Paragraph, TextRun } from 'docx'
import { pathOf } from '../../../entities/turns/turn-tree.ts'
import { markdownTree } from '../../conversation/index.ts'
import type { FileWords } from '../chat-files.ts'
import { isRightToLeft } from '../text-direction.ts'
import { blockParagraphs } from './block-paragraphs.ts'
import { DocumentNotes } from './document-notes.ts'
import { writable } from './inline-runs.ts'
import { wordDocument } from './word-document.ts'

/** A chat as a Word document: the last opened branch, from its first question to its end. */
export async function chatAsDocx(chat: ChatDetails, words: FileWords): Promise<Blob> {
  const notes = new DocumentNotes()
  const exchanges = pathOf(chat.turns, chat.currentTurnId).flatMap(({ turn }) => {
    const { question, parts, modelName, state } = turn
    return [
      heading(words.asked, words.when(question.askedAt)),
      ...question.text.split('\n').map((line) => plain(line)),
      heading(words.answeredBy(modelName), turn.endedAt === null ? '' : words.when(turn.endedAt)),
      ...written(answerText(parts), notes),
      ...picturesIn(parts).map(({ name }) => plain(words.picture(name), { italics: true })),
      ...(state === 'answered' ? [] : [plain(words.unfinished, { italics: true })]),
    ]
  })
  return await wordDocument(chat.chatTitle, exchanges, notes)
}

function written(markdown: string, notes: DocumentNotes) {
  const { blocks, definitions } = markdownTree(markdown)
  notes.enter(definitions)
  return blockParagraphs(blocks, notes, { headingsBelow: 2 })
}

/** Author and time, in a lighter style. */
const heading = (who: string, when: string): Paragraph =>
  new Paragraph({
    heading: HeadingLevel.HEADING_2,
    bidirectional: isRightToLeft(who),
    children: [
      new TextRun({ text: writable(who), rightToLeft: isRightToLeft(who) }),
      ...(when === '' ? [] : [new TextRun({ text: `  ${writable(when)}`, style: 'When' })]),
    ],
  })

function plain(line: string, style: { italics?: boolean } = {}): Paragraph {
  const rightToLeft = isRightToLeft(line)
  return new Paragraph({
    bidirectional: rightToLeft,
    children: [new TextRun({ text: writable(line), rightToLeft, ...style })],
  })
}
