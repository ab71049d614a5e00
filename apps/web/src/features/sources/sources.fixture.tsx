import {
  type FileSheet,
  type FoundInFile,
  mintId,
  type FoundSources,
  type IndexState,
  type OpenedFile,
  type Source,
} from '@atrium/contract'
import { AtriumProvider } from '@atrium/ui'
import '@atrium/ui/styles.css'
import { Hints } from '@atrium/ui/components/hints.tsx'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { data, refusal, tokenReply } from '../../lib/scripted-server.fixture.ts'
import { QueriesProvider } from '../../lib/queries-provider.tsx'
import {
  type ConversationActions,
  ConversationActionsProvider,
} from '../../entities/turns/conversation-actions.tsx'
import { ConversationLabelsProvider, MarkdownView } from '../conversation/index.ts'
import { englishLabels } from '../conversation/testing/english-labels.ts'
import { SourcesFold } from './cited/sources-fold.tsx'
import { SourcesHost } from './sources-host.tsx'
import { useCitations } from './cited/use-citations.tsx'

const isRead: IndexState = { status: 'COMPLETED', problem: null, partsDone: 1, partsTotal: 1 }

export const aSource = (number: number, changes: Partial<Source> = {}): Source => ({
  number,
  fileId: mintId('file'),
  fileName: 'report.pdf',
  of: { kind: 'context', roomId: mintId('room') },
  first: 4,
  last: 4,
  place: { page: 3 },
  excerpt: 'The bridge is 214 metres long.',
  ...changes,
})

export const found = (sources: Source[], changes: Partial<FoundSources> = {}): FoundSources => ({
  sources,
  trace: {
    query: 'length of the bridge',
    isRewritten: true,
    filesSearched: 2,
    passagesSearched: 40,
    passagesFound: sources.length,
    wholeFiles: [],
    unreadFiles: [],
    durationMs: 12,
  },
  unsupported: null,
  ...changes,
})

const chatId = mintId('chat')

/** The parts of a conversation that a chip needs. */
const actions = { chatId } as ConversationActions

type AnswerProps = { text: string; sources: FoundSources | null; streaming?: boolean }

/** An answer with its sources, as the chat draws it. */
export function Answer({ text, sources, streaming = false }: AnswerProps) {
  const citations = useCitations(sources, null, null)
  return (
    <>
      <MarkdownView text={text} streaming={streaming} dir="auto" {...citations} />
      {sources !== null && <SourcesFold found={sources} text={text} />}
    </>
  )
}

export const World = ({
  children,
  direction = 'ltr',
}: {
  children: ReactNode
  direction?: 'ltr' | 'rtl'
}) => (
  <AtriumProvider direction={direction} language={direction === 'rtl' ? 'ar' : 'en'} env="test">
    <QueriesProvider>
      <ConversationLabelsProvider value={englishLabels}>
        <ConversationActionsProvider value={actions}>
          <main>{children}</main>
          <SourcesHost />
          <Hints />
        </ConversationActionsProvider>
      </ConversationLabelsProvider>
    </QueriesProvider>
  </AtriumProvider>
)

type Served = Partial<OpenedFile> & {
  texts?: readonly Pick<OpenedFile['passages'][number], 'text' | 'place'>[]
}

/** A fake network: a server with one file, or none. */
export function serveFile(file: Served | null, bytes: Uint8Array<ArrayBuffer> | null = null) {
  const asked: URL[] = []
  const real = fetch
  vi.stubGlobal('fetch', async (given: RequestInfo | URL): Promise<Response> => {
    const url = new URL(given instanceof Request ? given.url : given, location.href)
    if (url.pathname === '/app-config.json')
      return new Response(JSON.stringify({ mainApiUrl: '/api', streamApiUrl: '/stream' }))
    if (url.pathname.startsWith('/api/auth/')) return tokenReply('token')
    if (url.pathname.startsWith(import.meta.env.PDF_DATA)) return await real(given)
    if (url.pathname === '/bytes') return new Response(bytes)
    if (url.pathname.endsWith('/find'))
      return data(foundIn(file?.texts ?? [], url.searchParams.get('words') ?? ''))
    asked.push(url)
    if (file === null) return refusal('NOT_FOUND', 404)
    const { texts = [], ...more } = file
    const from = Number(url.searchParams.get('from'))
    const count = Number(url.searchParams.get('count'))
    return data({
      id: mintId('file'),
      name: 'report.txt',
      contentType: 'text/plain',
      sizeBytes: 100,
      state: isRead,
      passageCount: texts.length,
      passages: texts.map((one, position) => ({ position, ...one })).slice(from, from + count),
      url: '/bytes',
      ...(url.searchParams.get('sheets') === 'list' && { sheets: sheetsIn(texts) }),
      ...more,
    } satisfies OpenedFile)
  })
  return { asked }
}

const foundIn = (texts: NonNullable<Served['texts']>, words: string): FoundInFile => ({
  hits: texts.flatMap(({ text, place }, position) =>
    text.toLowerCase().includes(words.toLowerCase()) ? [{ position, place }] : [],
  ),
  isMore: false,
})

/** The sheets of passages, as the server returns them. */
function sheetsIn(texts: NonNullable<Served['texts']>): FileSheet[] {
  const sheets = new Map<string, FileSheet>()
  for (const [position, { place }] of texts.entries()) {
    if (place.row === undefined) continue
    const name = place.sheet ?? ''
    const first = sheets.get(name)?.first ?? position
    sheets.set(name, { name, first, last: position, lastRow: place.row })
  }
  return [...sheets.values()]
}

/** A PDF document with a line of text on each page; `labels` is its tree of page labels. */
export function pdfWith(lines: readonly string[], labels = ''): Uint8Array<ArrayBuffer> {
  const pages = lines.map((_, index) => 4 + index * 2)
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${labels}>>`,
    `<</Type/Pages/Count ${lines.length}/Kids[${pages.map((id) => `${id} 0 R`).join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...lines.flatMap((line, index) => {
      const drawn = `BT /F1 18 Tf 60 600 Td (${line}) Tj ET`
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 3 0 R>>>>/Contents ${5 + index * 2} 0 R>>`,
        `<</Length ${drawn.length}>>\nstream\n${drawn}\nendstream`,
      ]
    }),
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const start = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  text += `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`
  return new TextEncoder().encode(text)
}
