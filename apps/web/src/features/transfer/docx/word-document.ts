import {
  Document,
  HeadingLevel,
  type INumberingOptions,
  LevelFormat,
  Packer,
  Paragraph,
  type Table,
} from 'docx'
import { isRightToLeft } from '../text-direction.ts'
import { blockParagraphs } from './block-paragraphs.ts'
import { type DocumentNotes, listReference } from './document-notes.ts'
import { writable } from './inline-runs.ts'
import { documentStyles } from './styles.ts'

/** A Word document with this title above its blocks, and the notes and lists that these refer to. */
export function wordDocument(
  title: string,
  blocks: readonly (Paragraph | Table)[],
  notes: DocumentNotes,
): Promise<Blob> {
  const written = writable(title.replaceAll(/\s+/g, ' '))
  return Packer.toBlob(
    new Document({
      title: written,
      creator: 'Atrium',
      styles: documentStyles,
      footnotes: footnotesOf(notes),
      numbering: numberingOf(notes),
      sections: [
        {
          children: [
            new Paragraph({
              text: written,
              heading: HeadingLevel.TITLE,
              bidirectional: isRightToLeft(written),
            }),
            ...blocks,
          ],
        },
      ],
    }),
  )
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
