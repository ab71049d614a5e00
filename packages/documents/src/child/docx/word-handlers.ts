import type { WordBlock, WordParagraph, WordRun } from '../../word-block.ts'
import { withoutControls } from '../in-pieces.ts'
import type { Attributes, XmlHandlers } from '../xml.ts'
import { leftOut, signs } from './text-handlers.ts'
import { maxDepth, type Numbering } from './word-numbering.ts'
import { type CharacterStyle, isOn, type ParagraphStyle, type WordStyles } from './word-styles.ts'
import { createWordTables } from './word-tables.ts'

type Context = {
  styles: WordStyles
  numbering: Numbering
  /** Addresses of links by relationship id. */
  links: ReadonlyMap<string, string>
  /** Returns the mark of a note, `[1]`; undefined if it has no text. */
  noteMark(kind: 'footnotes' | 'endnotes', id: string | undefined): string | undefined
  /** Reads an embedded part; gets its relationship's id. */
  insert(relation: string): void
}

/** A paragraph while it is read; `number` is its own numbering, which comes before that of its style. */
type Open = {
  style: string
  level?: number
  number: { id?: string; depth?: number }
  indent: number
  hasLine: boolean
  runs: WordRun[]
}
type Field = { instruction: string; url?: string | undefined }

const noteKinds = { footnoteReference: 'footnotes', endnoteReference: 'endnotes' } as const
/** Properties of something else than the text around them. */
const otherProperties = new Set(['sdtPr', 'sdtEndPr', 'sectPr', 'tblPr', 'tblGrid'])
const toggles: Record<string, keyof CharacterStyle> = {
  b: 'isBold',
  i: 'isItalic',
  strike: 'isStruck',
  dstrike: 'isStruck',
}
const plainStyle: ParagraphStyle = { role: 'text' }
const maxIndent = 31_680

/** Converts WordprocessingML (ECMA-376-1, 17) to blocks with their formatting. */
export function wordHandlers(emit: (block: WordBlock) => void, context: Context): XmlHandlers {
  const { styles, numbering, links } = context
  const paragraphs: Open[] = []
  const runs: CharacterStyle[] = []
  const urls: (string | undefined)[] = []
  const fields: Field[] = []
  const tables = createWordTables(emit)
  let leftOutDepth = 0
  let propertiesDepth = 0
  let isText = false
  let isInstruction = false

  const isLeftOut = (name: string) => leftOut.has(name) || otherProperties.has(name)

  function describeParagraph(name: string, { val, left, start }: Attributes): void {
    const paragraph = paragraphs.at(-1)
    if (!paragraph) return
    if (name === 'pStyle') paragraph.style = val ?? ''
    else if (name === 'outlineLvl' && Number(val) < 9) paragraph.level = Number(val) + 1
    else if (name === 'numId' && val !== undefined) paragraph.number.id = val
    else if (name === 'ilvl') paragraph.number.depth = Number(val)
    else if (name === 'ind') paragraph.indent = Math.min(maxIndent, Math.max(0, Number(left ?? start) || 0))
    else if (name === 'bottom' || name === 'top') paragraph.hasLine = true
  }

  function describeRun(name: string, { val }: Attributes): void {
    const run = runs.at(-1)
    const toggle = toggles[name]
    if (!run) return
    if (name === 'rStyle') Object.assign(run, { ...styles.characters.get(val ?? ''), ...run })
    else if (toggle) run[toggle] = isOn(val)
  }

  function say(text: string): void {
    const paragraph = paragraphs.at(-1)
    if (!paragraph || text === '') return
    const url = urls.at(-1) ?? fields.findLast((field) => field.url !== undefined)?.url
    const run = runOf(text, runs.at(-1) ?? {}, url)
    const last = paragraph.runs.at(-1)
    if (last && isAlike(last, run)) last.text += run.text
    else paragraph.runs.push(run)
  }

  function openField(type: string | undefined): void {
    const field = fields.at(-1)
    if (type === 'begin') fields.push({ instruction: '' })
    else if (type === 'separate' && field) field.url = linkIn(field.instruction)
    else if (type === 'end') fields.pop()
  }

  function closeParagraph(): void {
    const paragraph = paragraphs.pop()
    const style = styles.paragraphs.get(paragraph?.style ?? '') ?? plainStyle
    if (paragraph && !style.isContents) tables.place(paragraphOf(paragraph, style, numbering))
  }

  return {
    open(name, attributes) {
      if (isLeftOut(name)) leftOutDepth += 1
      if (leftOutDepth > 0) return
      if (name === 'pPr') propertiesDepth += 1
      else if (propertiesDepth > 0) describeParagraph(name, attributes)
      else if (name === 'p') paragraphs.push({ style: '', number: {}, indent: 0, hasLine: false, runs: [] })
      else if (name === 'r') runs.push({})
      else if (name === 't') isText = true
      else if (name === 'hyperlink') urls.push(links.get(attributes['relation'] ?? ''))
      else if (name === 'fldSimple') fields.push({ instruction: '', url: linkIn(attributes['instr'] ?? '') })
      else if (name === 'fldChar') openField(attributes['fldCharType'])
      else if (name === 'instrText') isInstruction = true
      else if (name === 'altChunk') context.insert(attributes['relation'] ?? '')
      else if (runs.length > 0 && name in signs) {
        if (attributes['type'] !== 'page' && attributes['type'] !== 'column') say(signs[name] ?? '')
      } else if (name === 'footnoteReference' || name === 'endnoteReference')
        say(context.noteMark(noteKinds[name], attributes['id']) ?? '')
      else if (!tables.open(name, attributes)) describeRun(name, attributes)
    },
    text(text) {
      if (leftOutDepth > 0) return
      const field = fields.at(-1)
      if (isText) say(text)
      else if (isInstruction && field) field.instruction += text.slice(0, 4_000)
    },
    close(name) {
      if (isLeftOut(name)) {
        leftOutDepth -= 1
        return
      }
      if (leftOutDepth > 0) return
      if (name === 'pPr') propertiesDepth -= 1
      else if (propertiesDepth > 0) return
      else if (name === 'p') closeParagraph()
      else if (name === 'r') runs.pop()
      else if (name === 't') isText = false
      else if (name === 'hyperlink') urls.pop()
      else if (name === 'fldSimple') fields.pop()
      else if (name === 'instrText') isInstruction = false
      else tables.close(name)
    },
  }
}

function paragraphOf(
  { level: ownLevel, number, indent, hasLine, runs }: Omit<Open, 'style'>,
  style: ParagraphStyle,
  numbering: Numbering,
): WordParagraph {
  const level = ownLevel ?? style.level
  const isHeading = level !== undefined && (style.role === 'text' || style.role === 'heading')
  const isEmpty = runs.every(({ text }) => text.trim() === '')
  const base = { kind: 'paragraph' as const, indent, runs }
  if (isHeading) return { ...base, role: 'heading', level }
  const id = number.id ?? style.numbering?.id
  const depth = Math.min(maxDepth, Math.max(0, number.depth ?? style.numbering?.depth ?? 0))
  const next = id === undefined ? undefined : numbering.next(id, depth)
  if (id !== undefined && next !== undefined)
    return { ...base, role: style.role, item: { depth, id, number: next } }
  return { ...base, role: isEmpty && hasLine ? 'rule' : style.role }
}

function runOf(
  text: string,
  { isBold, isItalic, isStruck, isCode, isFormula }: CharacterStyle,
  url: string | undefined,
): WordRun {
  return {
    text: withoutControls(text),
    ...(isBold && { isBold }),
    ...(isItalic && { isItalic }),
    ...(isStruck && { isStruck }),
    ...(isCode && { isCode }),
    ...(isFormula && { isFormula }),
    ...(url !== undefined && { url }),
  }
}

const isAlike = (one: WordRun, other: WordRun): boolean =>
  one.url === other.url &&
  (['isBold', 'isItalic', 'isStruck', 'isCode', 'isFormula'] as const).every(
    (key) => (one[key] ?? false) === (other[key] ?? false),
  )

/** The address in the instruction of a field (17.16.5.25). */
const linkIn = (instruction: string): string | undefined =>
  /^\s*HYPERLINK\s+"([^"]*)"/i.exec(instruction)?.[1]
