import { type Account, type IndexState, mintId } from '@atrium/contract'
import { AtriumProvider } from '@atrium/ui'
import '@atrium/ui/styles.css'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { allPhrases, startPhrases } from '../../lib/i18n.ts'
import { QueriesProvider } from '../../lib/queries-provider.tsx'
import { refusal } from '../../lib/scripted-server.fixture.ts'
import { Toasts } from '@atrium/ui/toasts/toasts.tsx'
import { ContextFilesChoice } from './context-files-choice.tsx'
import { ContextFiles } from './context-files.tsx'
import { startServer, storedFile } from '../../entities/files/server.fixture.ts'

beforeAll(async () => {
  document.documentElement.lang = 'en'
  await startPhrases()
  await allPhrases()
})
afterEach(() => vi.unstubAllGlobals())

const account: Account = {
  id: mintId('account'),
  name: 'Bridge',
  logoUrl: null,
  subscriptionPlan: {
    name: 'Basic',
    rag_allowed: false,
    enable_reports: false,
    rag_max_total_input_size: 2,
    rag_max_file_size: 1,
  },
  role: { name: 'owner' },
  userType: 'externalAdmin',
  memberCount: 1,
  ownerEmail: null,
  suspendedReason: null,
}

const megabyte = 1024 * 1024
const file = (name: string, sizeBytes = 10) => new File([new Uint8Array(sizeBytes).fill(120)], name)

const World = ({ children }: { children: React.ReactNode }) => (
  <AtriumProvider direction="ltr" language="en" env="test">
    <QueriesProvider>
      {children}
      <Toasts />
    </QueriesProvider>
  </AtriumProvider>
)

/** The files of a room new to the cache. */
async function show({ isAdmin = true } = {}) {
  const screen = await render(
    <World>
      <ContextFiles account={account} room={{ id: mintId('room') }} isAdmin={isAdmin} />
    </World>,
  )
  const picker = () => screen.container.querySelector('input[type=file]') as HTMLInputElement
  return { screen, choose: (...files: File[]) => userEvent.upload(picker(), files) }
}

test('ROOM-09 an empty context explains its purpose and the supported files', async () => {
  startServer()
  const { screen } = await show()
  await expect.element(screen.getByText('No files yet')).toBeVisible()
  await expect.element(screen.getByText('Files everyone in this room can use.')).toBeVisible()
  await expect
    .element(
      screen.getByText(
        /pdf, txt, docx, odt, xls, xlsx, pptx, csv, png, jpg, jpeg, gif, webp, zip\W+Up to 100 MB per file, 100 MB/,
      ),
    )
    .toBeVisible()
})

test('KB-01 chosen files are posted by their forms with progress, and are then in the list', async () => {
  const server = startServer()
  const { screen, choose } = await show()
  await choose(file('report.pdf'), file('numbers.csv'))
  await expect.poll(() => server.uploads.length).toBe(2)
  const [report, numbers] = server.uploads
  expect(report?.form.get('key')).toBe('report.pdf')
  expect([...(report?.form.keys() ?? [])].at(-1)).toBe('file')
  report?.progress(42, 100)
  await expect.element(screen.getByText('42 %')).toBeVisible()
  await expect
    .element(screen.getByRole('progressbar', { name: 'Uploading report.pdf' }))
    .toHaveAttribute('aria-valuenow', '42')
  report?.progress(100, 100)
  await expect.element(screen.getByText('Checking…')).toBeVisible()
  server.files = [storedFile('report.pdf')]
  report?.answer(204)
  await expect.element(screen.getByRole('button', { name: 'Open report.pdf' })).toBeVisible()
  await expect.element(screen.getByText('report.pdf was added to the room.')).toBeInTheDocument()
  numbers?.answer(201)
  await expect.element(screen.getByRole('list', { name: 'Uploads' })).not.toBeInTheDocument()
})

test('KB-01 an upload can be cancelled; a failed one shows the reason and can be retried', async () => {
  const server = startServer()
  const { screen, choose } = await show()
  await choose(file('a.pdf'), file('b.pdf'))
  await expect.poll(() => server.uploads.length).toBe(2)
  await screen.getByRole('button', { name: 'Cancel upload of a.pdf' }).click()
  await expect.element(screen.getByText('a.pdf')).not.toBeInTheDocument()
  expect(server.uploads[0]?.isAborted).toBe(true)
  server.uploads[1]?.cut()
  await expect.element(screen.getByRole('alert').getByText('Failed to upload file')).toBeVisible()
  await screen.getByRole('button', { name: 'Upload b.pdf again' }).click()
  await expect.poll(() => server.uploads.length).toBe(3)
  server.uploads[2]?.answer(204)
  await expect.element(screen.getByText('b.pdf', { exact: true })).not.toBeInTheDocument()
})

test("KB-03 a refusal shows the server's message, without a retry", async () => {
  const server = startServer()
  const { screen, choose } = await show()
  await choose(file('a.pdf'))
  await expect.poll(() => server.uploads.length).toBe(1)
  server.uploads[0]?.answer(415, {
    isError: true,
    statusCode: 415,
    code: 'FILE_NOT_SUPPORTED',
    message: 'x',
  })
  await expect
    .element(screen.getByRole('alert').getByText("The file you uploaded isn't supported."))
    .toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Upload a.pdf again' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Remove a.pdf from this list' }).click()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()

  server.refusals.set('/api/generate-presigned-url', () =>
    refusal('FILES_TOO_LARGE_TOGETHER', 413, { details: { megabytes: 100 } }),
  )
  await choose(file('b.pdf'))
  await expect
    .element(screen.getByRole('alert').getByText('The combined file size is larger than 100MB.'))
    .toBeVisible()
  server.refusals.set('/api/generate-presigned-url', () => new Response('', { status: 500 }))
  await screen.getByRole('button', { name: 'Remove b.pdf from this list' }).click()
  await choose(file('c.pdf'))
  await expect.element(screen.getByRole('alert').getByText('Failed to generate pre-signed URL')).toBeVisible()
})

test('KB-02 KB-03 files that cannot be uploaded are reported before the upload, each with its reason', async () => {
  const server = startServer({ limits: { maxFileBytes: megabyte, totalBytes: 2 * megabyte } })
  server.files = [storedFile('there.txt', { sizeBytes: megabyte })]
  const { screen, choose } = await show()
  await expect.element(screen.getByText(/1 MB of 2 MB left/)).toBeVisible()
  await choose(
    file('virus.exe'),
    file('large.pdf', megabyte + 1),
    file('fits.pdf', megabyte - 10),
    file('toomuch.pdf', 100),
    file('There.TXT'),
    file('empty.txt', 0),
  )
  const alert = screen.getByRole('alert')
  await expect.element(alert.getByText('Upload Failed!')).toBeVisible()
  await expect
    .element(
      alert.getByText(
        "Looks like the file(s) you selected isn't supported at the moment. Please upload the file(s) again.",
      ),
    )
    .toBeVisible()
  expect(
    [...screen.container.querySelectorAll('[role=alert] li')].map(({ textContent }) => textContent),
  ).toEqual([
    "virus.exeThe file you uploaded isn't supported.",
    'The file large.pdf is larger than 1 MB.',
    'The combined file size is larger than 2MB.',
    'A file named There.TXT already exists.',
    'empty.txt is empty.',
  ])
  await expect.poll(() => server.uploads.map(({ form }) => form.get('key'))).toEqual(['fits.pdf'])
  await screen.getByRole('button', { name: 'Close this message' }).click()
  await expect.element(alert).not.toBeInTheDocument()
})

test('KB-01 files are dropped as well', async () => {
  const server = startServer()
  const { screen } = await show()
  const data = new DataTransfer()
  data.items.add(file('dropped.txt'))
  const zone = screen.getByText('Drop files here').element().parentElement as HTMLElement
  zone.dispatchEvent(new DragEvent('dragenter', { bubbles: true, cancelable: true, dataTransfer: data }))
  await expect.poll(() => zone.dataset['over']).toBe('true')
  zone.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }))
  await expect.poll(() => server.uploads.map(({ form }) => form.get('key'))).toEqual(['dropped.txt'])
  expect(zone.dataset['over']).toBeUndefined()
})

test('ROOM-09 files are deleted after a confirmation; a refusal is shown and the list reloads', async () => {
  const server = startServer()
  server.files = [storedFile('old.txt'), storedFile('kept.txt')]
  const { screen } = await show()
  /** Opens the confirmation, whose safe answer is focused, and answers by keyboard. */
  const ask = async (...keys: string[]) => {
    await screen.getByRole('button', { name: 'Delete old.txt' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Delete old.txt?' })
    await expect.element(dialog.getByRole('button', { name: 'Cancel' }).last()).toHaveFocus()
    for (const key of keys) await userEvent.keyboard(key)
    await expect.element(dialog).not.toBeInTheDocument()
  }
  await ask('{Enter}')
  expect(server.files).toHaveLength(2)
  server.refusals.set('/api/rooms/', () => refusal('FORBIDDEN', 403))
  await ask('{Tab}', '{Enter}')
  await expect.element(screen.getByText('Failed to delete file')).toBeVisible()
  expect(server.files).toHaveLength(2)
  await ask('{Tab}', '{Enter}')
  await expect.element(screen.getByRole('button', { name: 'Open old.txt' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Open kept.txt' })).toBeVisible()
})

const being = (more: Partial<IndexState>): { state: IndexState } => ({
  state: { status: 'ONGOING', problem: null, partsDone: 0, partsTotal: null, ...more },
})

test('KB-05 each file shows its progress or failure, and can be processed again', async () => {
  const server = startServer()
  server.files = [
    storedFile('report.pdf', being({ partsDone: 12, partsTotal: 40 })),
    storedFile('table.xlsx', being({ status: 'PENDING' })),
    storedFile('secret.pdf', being({ status: 'FAILED', problem: 'PROTECTED' })),
    storedFile('odd.docx', being({ status: 'INVALID_INPUT' })),
    storedFile('gone.txt', being({ status: 'DELETED' })),
    storedFile('done.txt'),
  ]
  const { screen } = await show()
  const row = (name: string) => screen.getByRole('listitem').filter({ hasText: name })
  await expect.element(row('report.pdf').getByText('Processing')).toBeVisible()
  await expect.element(row('report.pdf').getByText('12 of 40 pages')).toBeVisible()
  await expect
    .element(screen.getByRole('progressbar', { name: 'Processing report.pdf' }))
    .toHaveAttribute('aria-valuenow', '30')
  await expect.element(row('table.xlsx').getByText('Processing')).toBeVisible()
  await expect.element(row('table.xlsx').getByText('Queued')).toBeVisible()
  await expect.element(row('secret.pdf').getByText('Failed')).toBeVisible()
  await expect.element(row('secret.pdf').getByText(/It's password-protected/)).toBeVisible()
  await expect.element(row('odd.docx').getByText(/Something went wrong while processing it/)).toBeVisible()
  await expect.element(row('gone.txt').getByText('Deleted')).toBeVisible()
  await expect.element(row('gone.txt').getByRole('button')).not.toBeInTheDocument()
  await expect.element(row('done.txt').getByText('Ready')).toBeVisible()
  await screen.getByRole('button', { name: 'Retry secret.pdf' }).click()
  await expect.element(row('secret.pdf').getByText('Processing')).toBeVisible()
  expect(server.asked.some((call) => /^POST .*\/files\/file_.*\/retry$/.test(call))).toBe(true)
  await screen.unmount()
  const { screen: looking } = await show({ isAdmin: false })
  await expect.element(looking.getByRole('listitem').filter({ hasText: 'odd.docx' })).toBeVisible()
  await expect.element(looking.getByRole('button', { name: 'Retry odd.docx' })).not.toBeInTheDocument()
})

test('KB-07 a file shows its number of unread scanned pages, and is ready', async () => {
  const server = startServer()
  server.files = [
    storedFile('mixed.pdf', being({ status: 'COMPLETED', partsDone: 40, partsTotal: 40, unreadPages: 3 })),
    storedFile('stamp.pdf', being({ status: 'COMPLETED', partsDone: 4, partsTotal: 4, unreadPages: 1 })),
  ]
  const { screen } = await show()
  const row = (name: string) => screen.getByRole('listitem').filter({ hasText: name })
  await expect.element(row('mixed.pdf').getByText('Ready')).toBeVisible()
  await expect.element(row('mixed.pdf').getByText(/^3 pages are images and weren't read\./)).toBeVisible()
  await expect.element(row('stamp.pdf').getByText(/^1 page is an image and wasn't read\./)).toBeVisible()
})

test('KB-05 a list refreshes automatically only while a file is being processed', async () => {
  const server = startServer()
  server.files = [storedFile('report.pdf', being({ partsDone: 1, partsTotal: 4 }))]
  const { screen } = await show()
  await expect.element(screen.getByText('1 of 4 pages')).toBeVisible()
  server.files = [storedFile('report.pdf')]
  await expect.element(screen.getByText('Ready'), { timeout: 12_000 }).toBeVisible()
})

test('ROOM-09 the list is paged', async () => {
  const server = startServer()
  server.files = Array.from({ length: 12 }, (_, index) => storedFile(`file ${index + 1}.txt`))
  const { screen } = await show()
  await expect.element(screen.getByText('Page 1 of 2')).toBeVisible()
  await screen.getByRole('button', { name: 'Next files' }).click()
  await expect.element(screen.getByRole('button', { name: 'Open file 12.txt' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Next files' })).toBeDisabled()
})

test('ROOM-09 people who cannot edit the room can only see and open the files', async () => {
  const server = startServer()
  server.files = [storedFile('plan.txt')]
  const { screen } = await show({ isAdmin: false })
  await screen.getByRole('button', { name: 'Download plan.txt' }).click()
  await expect.poll(() => location.hash).toBe('#opened')
  await expect.element(screen.getByText('Mar 1, 2026')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Choose files' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Delete plan.txt' })).not.toBeInTheDocument()
  server.refusals.set('/api/get-presigned-url', () => refusal('NOT_FOUND', 404))
  await screen.getByRole('button', { name: 'Download plan.txt' }).click()
  await expect.element(screen.getByText('Failed to open file')).toBeVisible()
})

test('ROOM-09 a list that fails to load shows an error and can be reloaded', async () => {
  const server = startServer()
  server.files = [storedFile('plan.txt')]
  server.refusals.set('/api/rooms/', () => refusal('NOT_FOUND', 404))
  const { screen } = await show({ isAdmin: false })
  await expect.element(screen.getByText("Couldn't load the files")).toBeVisible()
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('button', { name: 'Open plan.txt' })).toBeVisible()
})

test('ROOM-02 ROOM-03 files for a new room are chosen, limited by the plan, and removed', async () => {
  startServer()
  function Choice() {
    const [files, setFiles] = useState<File[]>([])
    return <ContextFilesChoice account={account} files={files} onChange={setFiles} />
  }
  const screen = await render(
    <World>
      <Choice />
    </World>,
  )
  const picker = screen.container.querySelector('input[type=file]') as HTMLInputElement
  await userEvent.upload(picker, [file('a.txt'), file('large.pdf', megabyte + 1), file('b.txt')])
  const chosen = screen.getByRole('list', { name: 'Files to upload' })
  await expect.element(chosen.getByText('a.txt')).toBeVisible()
  await expect
    .element(screen.getByRole('alert').getByText('The file large.pdf is larger than 1 MB.'))
    .toBeVisible()
  await screen.getByRole('button', { name: 'Remove a.txt from upload' }).click()
  await expect.element(chosen.getByText('a.txt')).not.toBeInTheDocument()
  await expect.element(chosen.getByText('b.txt')).toBeVisible()
  await userEvent.upload(picker, [file('b.txt')])
  await expect
    .element(screen.getByRole('alert').getByText('A file named b.txt already exists.'))
    .toBeVisible()
})
