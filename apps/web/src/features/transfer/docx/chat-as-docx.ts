import { answerText, type ChatDetails, picturesIn } from '@atrium/contract'
import { Document, HeadingLevel, type INumberingOptions, LevelFormat, Packer, Paragraph, TextRun } from 'docx'
import { pathOf } from '../../../entities/turns/turn-tree.ts'
import { markdownTree } from '../../conversation/index.ts'
import type { FileWords } from '../chat-files.ts'
import { isRightToLeft } from '../text-direction.ts'
import { blockParagraphs } from './block-paragraphs.ts'
import { DocumentNotes, listReference } from './document-notes.ts'
import { writable } from './inline-runs.ts'
import { documentStyles } from './styles.ts'

/** A chat as a Word document: the last opened branch, from its first question to its end. */
export async function chatAsDocx(chat: ChatDetails, words: FileWords): Promise<Blob> {
  const notes = new DocumentNotes()
  const title = writable(chat.chatTitle.replaceAll(/\s+/g, ' '))
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
  const document = new Document({
    title,
    creator: 'Atrium',
    styles: documentStyles,
    footnotes: footnotesOf(notes),
    numbering: numberingOf(notes),
    sections: [
      {
        children: [
          new Paragraph({ text: title, heading: HeadingLevel.TITLE, bidirectional: isRightToLeft(title) }),
          ...exchanges,
        ],
      },
    ],
  })
  return await Packer.toBlob(document)
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

/** A note may contain links, but no references to notes: one that refers to itself would never end. */
function footnotesOf(notes: DocumentNotes): Record<string, { children: Paragraph[] }> {
  return Object.fromEntries(
    notes.called.map(({ definition, definitions }, index) => {
      notes.enter(new Map([...definitions].filter(([, { type }]) => type === 'definition')))
      const paragraphs = blockParagraphs(definition.children, notes)
      return [index + 1, { children: paragraphs.filter((block) => block instanceof Paragraph) }]
    }),
  )
}

const levelFormats = [LevelFormat.DECIMAL, LevelFormat.LOWER_LETTER, LevelFormat.LOWER_ROMAN] as const

const numberingOf = ({ listStarts }: DocumentNotes): INumberingOptions => ({
  config: [...listStarts].map((start) => ({
    reference: listReference(start),
    levels: Array.from({ length: 9 }, (_, level) => ({
      level,
      start,
      format: levelFormats[level % levelFormats.length] ?? LevelFormat.DECIMAL,
      text: `%${level + 1}.`,
      style: { paragraph: { indent: { left: (level + 1) * 400, hanging: 400 } } },
    })),
  })),
})
