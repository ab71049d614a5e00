import { readdirSync, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { ReadableEnding } from '../ending.ts'
import { type Block, DocumentFailure, readDocument } from '../index.ts'
import type { ReadLimits } from '../limits.ts'

/** The result of reading a document: its blocks, its parts, or its failure. */
export type Outcome = {
  blocks: Block[]
  total: number | null
  done: number
  problem: string | null
  cause: string
}

/** Reads bytes as a document of this kind. */
export async function outcomeOf(
  bytes: Buffer,
  ending: ReadableEnding,
  limits?: ReadLimits,
): Promise<Outcome> {
  const outcome: Outcome = { blocks: [], total: null, done: 0, problem: null, cause: '' }
  const file = { open: () => Readable.from([bytes]), sizeBytes: bytes.length }
  const { signal } = new AbortController()
  try {
    for await (const event of readDocument(file, ending, {
      signal,
      tesseract: null,
      ...(limits && { limits }),
    }))
      if (event.type === 'block') outcome.blocks.push(event.block)
      else if (event.type === 'parts') outcome.total = event.total
      else if (event.type === 'part') outcome.done = event.done
  } catch (error) {
    if (!(error instanceof DocumentFailure)) throw error
    outcome.problem = error.problem
    outcome.cause = String(error.cause)
  }
  return outcome
}

export const textOf = ({ blocks }: Outcome): string => blocks.map(({ text }) => text).join('\n')

/** An archive of these parts. */
export async function zipOf(parts: Record<string, string | Readable>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(parts))
    if (typeof content === 'string')
      zip.addBuffer(Buffer.from(content), name, { compress: content.length > 1_000 })
    else zip.addReadStream(content, name)
  zip.end()
  return await buffer(zip.outputStream as Readable)
}

const relation = (id: string, kind: string, target: string, more = '') =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}" ${more}/>`
export const relationsPart = (...relations: Parameters<typeof relation>[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.map((one) => relation(...one)).join('')}</Relationships>`

/** A Word document with this body and further parts. */
export const docxOf = (body: string, parts: Record<string, string | Readable> = {}): Promise<Buffer> =>
  zipOf({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relationsPart(['r1', 'officeDocument', 'word/document.xml']),
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="w" xmlns:r="r" xmlns:mc="mc"><w:body>${body}</w:body></w:document>`,
    ...parts,
  })

/** The ids of this process's document readers; none where the system doesn't show them. */
export function readersNow(): number[] {
  try {
    return readdirSync(`/proc/${process.pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${process.pid}/task/${thread}/children`, 'utf8')
        .split(' ')
        .filter(
          (pid) => pid !== '' && /documents\/src\/child\/main\.ts|\/read-document\.mjs/.test(commandOf(pid)),
        )
        .map(Number),
    )
  } catch {
    return []
  }
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** A process's peak memory in bytes; 0 when it is gone. */
export function peakMemoryOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
