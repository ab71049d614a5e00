import { type IndexState, mintId } from '@atrium/contract'
import { AtriumProvider } from '@atrium/ui'
import '@atrium/ui/styles.css'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { allPhrases, startPhrases } from '../../lib/i18n.ts'
import { QueriesProvider } from '../../lib/queries-provider.tsx'
import { data, refusal, tokenReply } from '../../lib/scripted-server.fixture.ts'
import { openedSource } from '../../entities/files/opened-source.ts'
import { AttachedDocuments } from './attached-documents.tsx'
import { AttachButton } from './attach-button.tsx'
import { FileTiles } from './file-tiles.tsx'
import { useChosenFiles } from './use-chosen-files.ts'

beforeAll(async () => {
  document.documentElement.lang = 'en'
  await startPhrases()
  await allPhrases()
})
afterEach(() => {
  openedSource.set(null)
  vi.unstubAllGlobals()
})

const reading = (partsDone: number): IndexState => ({
  status: 'ONGOING',
  problem: null,
  partsDone,
  partsTotal: 9,
})
const done: IndexState = { status: 'COMPLETED', problem: null, partsDone: 9, partsTotal: 9 }

/** A server that takes documents and says of them what `state` says. */
function startServer() {
  const server = { state: reading(3), posted: 0 }
  vi.stubGlobal('fetch', async (given: RequestInfo | URL): Promise<Response> => {
    const { pathname } = new URL(given instanceof Request ? given.url : given, location.href)
    if (pathname === '/app-config.json')
      return new Response(JSON.stringify({ mainApiUrl: '/api', streamApiUrl: '/stream' }))
    if (pathname.startsWith('/api/auth/')) return tokenReply('token')
    if (pathname.endsWith('/generate-presigned-url'))
      return data({ url: '/upload', fields: {}, file_id: mintId('file') })
    if (pathname.endsWith('/state')) return data(server.state)
    return refusal('NOT_FOUND', 404)
  })
  class HeldRequest extends EventTarget {
    upload = new EventTarget()
    status = 204
    responseText = ''
    open() {}
    abort() {}
    send() {
      server.posted += 1
      queueMicrotask(() => this.dispatchEvent(new Event('load')))
    }
  }
  vi.stubGlobal('XMLHttpRequest', HeldRequest)
  return server
}

function Chooser({ draft }: { draft: string }) {
  const { chosen, add, waiting } = useChosenFiles(draft)
  return (
    <>
      <FileTiles chosen={chosen} />
      <AttachButton onFiles={add} />
      <output>{waiting}</output>
    </>
  )
}

const show = async () => {
  const screen = await render(
    <AtriumProvider direction="ltr" language="en" env="test">
      <QueriesProvider>
        <Chooser draft={mintId('chat')} />
      </QueriesProvider>
    </AtriumProvider>,
  )
  const choose = (...names: string[]) =>
    userEvent.upload(
      screen.container.querySelector('input[type=file]') as HTMLInputElement,
      names.map((name) => new File(['some words'], name)),
    )
  return { screen, choose }
}

test('ANS-05 a document is uploaded and processed before its question can be asked, and shows its progress', async () => {
  const server = startServer()
  const { screen, choose } = await show()
  await choose('report.pdf')
  await expect.element(screen.getByText('Reading… 3 of 9')).toBeVisible()
  await expect.element(screen.getByText('Processing documents…')).toBeVisible()
  server.state = done
  await expect.element(screen.getByText('10 bytes')).toBeVisible()
  await expect.poll(() => screen.container.querySelector('output')?.textContent).toBe('')
})

test('ANS-05 a failed document shows the reason, and can be retried and removed', async () => {
  const server = startServer()
  server.state = { status: 'INVALID_INPUT', problem: 'PROTECTED', partsDone: 0, partsTotal: null }
  const { screen, choose } = await show()
  await choose('secret.docx')
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent("It's password-protected. Save a copy without a password and add that.")
  server.state = done
  await userEvent.click(screen.getByRole('button', { name: 'Retry secret.docx' }))
  await expect.element(screen.getByText('10 bytes')).toBeVisible()
  expect(server.posted).toBe(2)
  await userEvent.click(screen.getByRole('button', { name: 'Remove secret.docx' }))
  await expect.poll(() => screen.container.querySelector('li')).toBeNull()
})

test('ANS-05 files other than pictures and documents are skipped', async () => {
  startServer()
  const { screen, choose } = await show()
  await choose('setup.exe')
  expect(screen.container.querySelector('li')).toBeNull()
})

test('ANS-05 the documents of a question open beside the chat, by the chat that has them', async () => {
  const chatId = mintId('chat')
  const id = mintId('file')
  const file = { id, name: 'report.pdf', contentType: 'application/pdf', sizeBytes: 2048, state: done }
  const screen = await render(
    <AtriumProvider direction="ltr" language="en" env="test">
      <AttachedDocuments documents={[file]} chatId={chatId} />
    </AtriumProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Open report.pdf' }))
  expect(openedSource.get()).toMatchObject({ fileId: id, fileName: 'report.pdf', chatId, source: null })
})
