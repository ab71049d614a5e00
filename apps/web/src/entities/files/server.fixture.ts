import { type ContextFile, type ContextLimits, mintId } from '@atrium/contract'
import { vi } from 'vitest'
import { data, refusal, tokenReply } from '../../lib/scripted-server.fixture.ts'

const megabyte = 1024 * 1024

/** A file as the server lists it. */
export const storedFile = (name: string, more: Partial<ContextFile> = {}): ContextFile => ({
  id: mintId('file'),
  name,
  contentType: 'text/plain',
  sizeBytes: 2048,
  state: { status: 'COMPLETED', problem: null, partsDone: 1, partsTotal: 1 },
  addedAt: '2026-03-01T12:00:00.000Z',
  addedBy: { id: mintId('user'), name: 'Ada Lovelace' },
  ...more,
})

/** A started upload, controlled by the test. */
export type HeldUpload = {
  form: FormData
  progress(loaded: number, total: number): void
  answer(status: number, body?: object): void
  cut(): void
  isAborted: boolean
}

/** A fake server with files in a room, and its uploads. */
export function startServer({ limits = {} }: { limits?: Partial<ContextLimits> } = {}) {
  const server = {
    files: [] as ContextFile[],
    uploads: [] as HeldUpload[],
    /** Replies to use instead, each once, by path prefix. */
    refusals: new Map<string, () => Response>(),
    asked: [] as string[],
    opened: [] as string[],
  }
  const answer = async (given: RequestInfo | URL, options: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(given instanceof Request ? given.url : given, location.href)
    server.asked.push(`${options.method ?? 'GET'} ${pathname}`)
    for (const [beginning, refuse] of server.refusals)
      if (pathname.startsWith(beginning)) {
        server.refusals.delete(beginning)
        return refuse()
      }
    if (pathname === '/app-config.json')
      return new Response(JSON.stringify({ mainApiUrl: '/api', streamApiUrl: '/stream' }))
    if (pathname.startsWith('/api/auth/')) return tokenReply('token')
    if (pathname === '/api/generate-presigned-url')
      return data({ url: '/api/files/upload', fields: { key: searchParams.get('filename') ?? '' } })
    if (pathname === '/api/get-presigned-url') return data({ url: '#opened', expiresAt: '' })
    if (pathname.endsWith('/retry')) {
      const state = { status: 'PENDING' as const, problem: null, partsDone: 0, partsTotal: null }
      server.files = server.files.map((file) => (pathname.includes(file.id) ? { ...file, state } : file))
      return data(state)
    }
    if (options.method === 'DELETE') {
      server.files = server.files.filter(({ id }) => !pathname.endsWith(id))
      return data({})
    }
    if (pathname.endsWith('/files')) return listed(Number(searchParams.get('page')))
    return refusal('NOT_FOUND', 404)
  }
  const listed = (page: number) =>
    new Response(
      JSON.stringify({
        isError: false,
        statusCode: 200,
        data: server.files.slice((page - 1) * 10, page * 10),
        count: server.files.length,
        usedBytes: server.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
        limits: { maxFileBytes: 100 * megabyte, totalBytes: 100 * megabyte, maxFiles: 100, ...limits },
      }),
    )

  class HeldRequest extends EventTarget {
    upload = new EventTarget()
    status = 0
    responseText = ''
    open() {}
    send(form: FormData) {
      const end = (kind: string) => void this.dispatchEvent(new Event(kind))
      const held: HeldUpload = {
        form,
        isAborted: false,
        progress: (loaded, total) =>
          void this.upload.dispatchEvent(
            new ProgressEvent('progress', { loaded, total, lengthComputable: true }),
          ),
        answer: (status, body) => {
          this.status = status
          this.responseText = body ? JSON.stringify(body) : ''
          end('load')
        },
        cut: () => end('error'),
      }
      this.abort = () => {
        held.isAborted = true
        end('abort')
      }
      server.uploads.push(held)
    }
    abort() {}
  }
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('XMLHttpRequest', HeldRequest)
  return server
}
