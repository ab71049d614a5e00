import type { WordRole } from '../../word-block.ts'
import type { Archive } from '../archive.ts'
import { lookThrough } from '../xml.ts'
import { headingStyles } from './heading-styles.ts'

/** The formatting that a character style has. */
export type CharacterStyle = {
  isBold?: boolean
  isItalic?: boolean
  isStruck?: boolean
  isCode?: boolean
  isFormula?: boolean
}

export type ParagraphStyle = {
  role: WordRole
  level?: number
  /** Numbering of the style, as in `numPr`. */
  numbering?: { id: string; depth: number }
  /** A line of a table of contents, which the program makes of the headings. */
  isContents?: true
}

export type WordStyles = {
  paragraphs: ReadonlyMap<string, ParagraphStyle>
  characters: ReadonlyMap<string, CharacterStyle>
}

type Style = {
  type: string
  name: string
  basedOn?: string
  numberingId?: string
  depth?: number
  own: CharacterStyle
}

/** Names are the same in every language of Word; those of LibreOffice, Pandoc and exported canvases are among them. */
const paragraphRoles: readonly [RegExp, WordRole][] = [
  [/^title$/i, 'title'],
  [/^(intense )?quote$|^quotations$|^block ?(quote|text)$/i, 'quote'],
  [/^(source )?code( block)?$|^html preformatted$|^preformatted text$|^macro( text)?$/i, 'code'],
  [/^code label$/i, 'codeLabel'],
  [/^formula$/i, 'formula'],
]
const contentsName = /^(toc (\d|heading)|contents (\d|heading)|table of figures)$/i
const codeName =
  /^(inline code|html (code|keyboard|sample|typewriter|preformatted char)|verbatim char|source text|code char)$/i
const formulaName = /^inline formula$/i
/** Each depth of these has a style of its own. */
const listName = /^list (?:bullet|number) ([2-5])$/i
const toggles: Record<string, keyof CharacterStyle> = { b: 'isBold', i: 'isItalic', strike: 'isStruck' }

/** Whether a toggle of formatting (ECMA-376-1, 17.17.4) is on. */
export const isOn = (val: string | undefined): boolean =>
  val === undefined || !/^(0|false|off|none)$/.test(val)

/** Reads the paragraph and character styles of a Word document by id, with what they inherit from their base styles. */
export async function wordStyles(archive: Archive, part: string | undefined): Promise<WordStyles> {
  const paragraphs = new Map<string, ParagraphStyle>()
  const characters = new Map<string, CharacterStyle>()
  if (part === undefined) return { paragraphs, characters }
  const styles = await readStyles(archive, part)
  const levels = await headingStyles(archive, part)
  for (const [id, { type }] of styles) {
    const chain = chainOf(styles, id)
    if (type === 'paragraph') paragraphs.set(id, paragraphStyle(chain, levels.get(id)))
    else if (type === 'character') characters.set(id, characterStyle(chain))
  }
  return { paragraphs, characters }
}

async function readStyles(archive: Archive, part: string): Promise<Map<string, Style>> {
  const styles = new Map<string, Style>()
  let style: Style = { type: '', name: '', own: {} }
  await lookThrough(archive.read(part), {
    open(name, { styleId, type, val }) {
      const toggle = toggles[name]
      if (name === 'style') {
        style = { type: type ?? '', name: '', own: {} }
        if (styleId !== undefined) styles.set(styleId, style)
      } else if (name === 'name') style.name ||= val ?? ''
      else if (name === 'basedOn' && val !== undefined) style.basedOn = val
      else if (name === 'numId' && val !== undefined) style.numberingId = val
      else if (name === 'ilvl') style.depth = Number(val)
      else if (toggle) style.own[toggle] = isOn(val)
    },
  })
  return styles
}

/** A style and its base styles, nearest first; they may form a cycle. */
function chainOf(styles: ReadonlyMap<string, Style>, id: string): Style[] {
  const chain = new Set<Style>()
  for (let style = styles.get(id); style && !chain.has(style); style = styles.get(style.basedOn ?? ''))
    chain.add(style)
  return [...chain]
}

function paragraphStyle(chain: readonly Style[], level: number | undefined): ParagraphStyle {
  const named = chain
    .map(({ name }) => paragraphRoles.find(([pattern]) => pattern.test(name)))
    .find((found) => found !== undefined)
  const role = named?.[1] ?? (level === undefined ? 'text' : 'heading')
  const numbered = chain.find(({ numberingId }) => numberingId !== undefined)
  return {
    role,
    ...(role === 'heading' && level !== undefined && { level }),
    ...(numbered?.numberingId !== undefined && {
      numbering: {
        id: numbered.numberingId,
        depth: numbered.depth ?? Number(listName.exec(chain[0]?.name ?? '')?.[1] ?? 1) - 1,
      },
    }),
    ...(chain.some(({ name }) => contentsName.test(name)) && { isContents: true }),
  }
}

const characterStyle = (chain: readonly Style[]): CharacterStyle => ({
  // Nearest last: its formatting wins.
  ...Object.assign({}, ...chain.toReversed().map(({ own }) => own)),
  ...(chain.some(({ name }) => codeName.test(name)) && { isCode: true }),
  ...(chain.some(({ name }) => formulaName.test(name)) && { isFormula: true }),
})
