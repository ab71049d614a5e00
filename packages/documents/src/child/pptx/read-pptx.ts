import type { Block, ReadEvent } from '../../block.ts'
import { DocumentFailure } from '../../document-failure.ts'
import type { Archive } from '../archive.ts'
import { openPackage } from '../open-package.ts'
import { mainPart, relationsOf } from '../relations.ts'
import { lookThrough, readXml } from '../xml.ts'
import { slideHandlers } from './slide-handlers.ts'

const besides = new Set(['notesSlide', 'comments', 'diagramData', 'chart'])

/** Reads slides (ECMA-376-1, 19.3) in presentation order: the title as a heading, then the rest, then the notes. */
export async function* readPptx(bytes: Buffer): AsyncGenerator<ReadEvent> {
  const archive = await openPackage(bytes)
  const slides = await slidesOf(archive)
  yield { type: 'parts', total: slides.length }
  for (const [index, part] of slides.entries()) {
    for (const block of await readSlide(archive, part))
      yield { type: 'block', block: { ...block, place: { slide: index + 1 } } }
    yield { type: 'part', done: index + 1 }
  }
}

async function slidesOf(archive: Archive): Promise<string[]> {
  const main = await mainPart(archive, 'ppt/presentation.xml')
  const relations = await relationsOf(archive, main)
  const slides: string[] = []
  await lookThrough(archive.read(main), {
    open(name, { relation }) {
      const target = name === 'sldId' ? relations.get(relation ?? '')?.target : undefined
      if (target !== undefined) slides.push(target)
    },
  })
  return slides
}

type SlideBlock = Omit<Block, 'place'>

async function readSlide(archive: Archive, part: string): Promise<SlideBlock[]> {
  if (!archive.has(part)) throw new DocumentFailure('DAMAGED', `no slide ${part}`)
  const blocks = await readPart(archive, part)
  const others = [...(await relationsOf(archive, part)).values()].filter(
    ({ kind, target }) => besides.has(kind) && archive.has(target),
  )
  for (const { target } of others)
    blocks.push(...(await readPart(archive, target)).map((block) => ({ ...block, kind: asBeside(block) })))
  // A title may be anywhere among a slide's shapes.
  const isTitle = ({ kind }: SlideBlock) => kind === 'heading'
  return [...blocks.filter(isTitle), ...blocks.filter((block) => !isTitle(block))]
}

const asBeside = ({ kind }: SlideBlock): SlideBlock['kind'] => (kind === 'heading' ? 'paragraph' : kind)

async function readPart(archive: Archive, part: string): Promise<SlideBlock[]> {
  const blocks: SlideBlock[] = []
  for await (const block of readXml<SlideBlock>(archive.read(part), slideHandlers)) blocks.push(block)
  return blocks
}
