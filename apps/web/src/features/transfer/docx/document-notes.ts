import type { Definition, FootnoteDefinition } from 'mdast'

/** A picture in a format that Word documents have, with its size in pixels. */
export type DocumentPicture = {
  type: 'png' | 'jpg' | 'gif'
  bytes: Uint8Array
  width: number
  height: number
}

type Definitions = ReadonlyMap<string, Definition | FootnoteDefinition>

/** What paragraphs share across the document: link targets, pictures by their address, and the numbers of notes and lists. */
export class DocumentNotes {
  readonly #called: { definition: FootnoteDefinition; definitions: Definitions }[] = []
  #numbers = new Map<string, number>()
  #definitions: Definitions = new Map()
  #lists = 0
  readonly listStarts = new Set<number>()
  readonly pictures: ReadonlyMap<string, DocumentPicture>

  constructor(pictures: ReadonlyMap<string, DocumentPicture> = new Map()) {
    this.pictures = pictures
  }

  /** Starts another text with its own definitions. */
  enter(definitions: Definitions): void {
    this.#definitions = definitions
    this.#numbers = new Map()
  }

  addressOf(identifier: string): string | null {
    const definition = this.#definitions.get(identifier)
    return definition?.type === 'definition' ? definition.url : null
  }

  /** The number of a footnote in the whole document, from 1; null if it doesn't exist. */
  numberOf(identifier: string): number | null {
    const known = this.#numbers.get(identifier)
    if (known !== undefined) return known
    const definition = this.#definitions.get(`^${identifier}`)
    if (definition?.type !== 'footnoteDefinition') return null
    this.#called.push({ definition, definitions: this.#definitions })
    this.#numbers.set(identifier, this.#called.length)
    return this.#called.length
  }

  /** The notes referenced so far, in order of their numbers. */
  get called(): readonly { definition: FootnoteDefinition; definitions: Definitions }[] {
    return this.#called
  }

  /** Starts a list with its own numbering, from this number. */
  newList(start: number): { reference: string; instance: number } {
    this.listStarts.add(start)
    this.#lists += 1
    return { reference: listReference(start), instance: this.#lists }
  }
}

export const listReference = (start: number): string => `ordered-${start}`
