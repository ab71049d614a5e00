import { setImmediate } from 'node:timers/promises'
import { Parser } from 'htmlparser2'
import { FetchFailure } from './fetch-failure.ts'

export type PageText = { title: string; text: string }

/** Elements that are left out with their content. */
const leftOut = new Set(
  'script style noscript template nav footer aside svg math iframe object canvas video audio select button textarea dialog'.split(
    ' ',
  ),
)
/** Elements that start and end a paragraph. */
const blocks = new Set(
  'address article blockquote body caption center dd details div dl dt fieldset figcaption figure form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)
const voids = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
const piece = 64 * 1024
/** Maximum nesting; the parser's cost grows with depth. */
const deepest = 5000

type Line = { text: string; isInMain: boolean; isItem: boolean }

/**
 * Extracts a page's readable text by simple rules: its title; then headings after as many `#` as their level, paragraphs, list
 * items after a `-`, table rows as `cell | cell`, and preformatted text with its lines, separated by empty lines except list
 * items. Leaves out scripts, styles, form fields, `nav`, `footer`, `aside`, and everything `hidden` or `aria-hidden`. Of a page
 * with a non-empty `main`, only that. Works in slices, so that nothing waits for a long page. Throws `FetchFailure` for excessive
 * nesting.
 */
export async function readPageText(html: string): Promise<PageText> {
  const reader = new PageReader()
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes),
      ontext: (text) => reader.say(text),
      onclosetag: (name) => reader.close(name),
    },
    { decodeEntities: true },
  )
  for (let at = 0; at < html.length; at += piece) {
    parser.write(html.slice(at, at + piece))
    await setImmediate()
  }
  parser.end()
  return reader.end()
}

/** Collects text up to the next block, and the open elements, in an array since pages nest deeply. */
class PageReader {
  readonly #lines: Line[] = []
  readonly #row: string[] = []
  /** The levels of the headings that are open. */
  readonly #headings: number[] = []
  #title = ''
  #text = ''
  #silence = 0
  #depth = { title: 0, main: 0, pre: 0, list: 0, row: 0 }
  /** Whether each open element is left out, outermost first. */
  readonly #open: { name: string; isSilent: boolean }[] = []

  open(name: string, attributes: Record<string, string>): void {
    if (name === 'br') return this.say('\n')
    const isSilent = leftOut.has(name) || 'hidden' in attributes || attributes['aria-hidden'] === 'true'
    if (blocks.has(name)) this.#endBlock()
    if (voids.has(name)) return
    this.#open.push({ name, isSilent })
    if (this.#open.length > deepest) throw new FetchFailure('TOO_LARGE')
    if (isSilent) this.#silence += 1
    this.#count(name, 1)
  }

  say(text: string): void {
    if (this.#depth.title > 0) this.#title += text
    else if (this.#silence === 0) this.#text += text
  }

  close(name: string): void {
    if (name === 'br' || voids.has(name)) return
    if (blocks.has(name)) this.#endBlock(name === 'tr' && this.#depth.row === 1)
    const closed = this.#open.pop()
    if (closed?.isSilent) this.#silence -= 1
    if (closed) this.#count(closed.name, -1)
  }

  end(): PageText {
    this.#endBlock(true)
    const inMain = this.#lines.filter(({ isInMain }) => isInMain)
    const lines = inMain.length > 0 ? inMain : this.#lines
    const heading = lines.find(({ text }) => text.startsWith('# '))?.text.slice(2) ?? ''
    return { title: spaced(this.#title) || heading, text: joined(lines) }
  }

  #count(name: string, by: 1 | -1): void {
    if (name === 'title' && !this.#open.some((element) => element.name === 'svg')) this.#depth.title += by
    if (name === 'main') this.#depth.main += by
    if (name === 'pre') this.#depth.pre += by
    if (name === 'li') this.#depth.list += by
    if (name === 'tr') this.#depth.row += by
    const level = /^h([1-6])$/.exec(name)?.[1]
    if (!level) return
    if (by === 1) this.#headings.push(Number(level))
    else this.#headings.pop()
  }

  /** Ends the current text as a line of its kind; collects cells until their row ends. */
  #endBlock(endsRow = false): void {
    const text = this.#depth.pre > 0 ? this.#text.replace(/^\n/, '').trimEnd() : spaced(this.#text)
    this.#text = ''
    const level = this.#headings.at(-1)
    if (this.#depth.row > 0) {
      if (text !== '') this.#row.push(spaced(text))
      if (endsRow) this.#add(this.#row.splice(0).join(' | '))
    } else if (level) this.#add(text && `${'#'.repeat(level)} ${text}`)
    else this.#add(text, this.#depth.list > 0)
  }

  #add(text: string, isItem = false): void {
    if (text === '') return
    this.#lines.push({ text: isItem ? `- ${text}` : text, isInMain: this.#depth.main > 0, isItem })
  }
}

const spaced = (text: string) => text.replace(/\s+/g, ' ').trim()

const joined = (lines: readonly Line[]): string =>
  lines
    .map(
      ({ text, isItem }, index) =>
        (index === 0 ? '' : isItem && lines[index - 1]?.isItem ? '\n' : '\n\n') + text,
    )
    .join('')
