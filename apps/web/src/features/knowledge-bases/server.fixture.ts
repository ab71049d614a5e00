import {
  type Account,
  type ContextFile,
  type IndexState,
  type KnowledgeBase,
  mintId,
  type Room,
} from '@atrium/contract'
import { vi } from 'vitest'
import { data, refusal, tokenReply } from '../../lib/scripted-server.fixture.ts'

export const someAccount = (more: Partial<Account> = {}, isAllowed = true): Account => ({
  id: mintId('account'),
  name: 'Bridge',
  logoUrl: null,
  subscriptionPlan: {
    name: 'Team',
    rag_allowed: isAllowed,
    enable_reports: false,
    rag_max_total_input_size: 2,
    rag_max_file_size: 1,
  },
  role: { name: 'owner' },
  userType: 'externalAdmin',
  memberCount: 1,
  ownerEmail: null,
  suspendedReason: null,
  ...more,
})

const ready: IndexState = { status: 'COMPLETED', problem: null, partsDone: 3, partsTotal: 3 }

/** A knowledge base as the server lists it. */
export const someBase = (
  room: Room | null,
  name: string,
  more: Partial<KnowledgeBase> = {},
): KnowledgeBase => ({
  id: mintId('base'),
  room: room && { id: room.id, name: room.name },
  rag_name: name,
  description: '',
  ip_type: 'FILE_UPLOAD',
  state: ready,
  fileCount: 3,
  sourceCount: 0,
  failedCount: 0,
  sourceProblem: null,
  sizeBytes: 240_000,
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-02T12:00:00.000Z',
  createdBy: { id: mintId('user'), name: 'Ada Lovelace' },
  mayEdit: true,
  ...more,
})

export const someFile = (name: string, more: Partial<ContextFile> = {}): ContextFile => ({
  id: mintId('file'),
  name,
  contentType: 'text/plain',
  sizeBytes: 2048,
  state: ready,
  addedAt: '2026-03-01T12:00:00.000Z',
  addedBy: { id: mintId('user'), name: 'Ada Lovelace' },
  ...more,
})

/** A recorded request, with the parts that tests check. */
type Asked = { method: string; path: string; query: URLSearchParams; headers: Headers; body: unknown }

const listed = (items: readonly unknown[], count = items.length) =>
  new Response(JSON.stringify({ isError: false, statusCode: 200, data: items, count }))

/** A fake server with knowledge bases in an account's rooms; uploads arrive at once. */
export function startServer({ rooms }: { rooms: Room[] }) {
  const server = {
    bases: [] as KnowledgeBase[],
    files: [] as ContextFile[],
    asked: [] as Asked[],
    uploaded: [] as string[],
    /** Replies to use instead, each once, by path prefix. */
    refusals: new Map<string, () => Response | Promise<Response>>(),
    to: (method: string, path: string) =>
      server.asked.filter((one) => one.method === method && one.path.startsWith(path)),
  }
  const answer = async (given: RequestInfo | URL, options: RequestInit = {}): Promise<Response> => {
    const url = new URL(given instanceof Request ? given.url : given, location.href)
    const { pathname: path, searchParams: query } = url
    const method = options.method ?? 'GET'
    const body: unknown = typeof options.body === 'string' ? JSON.parse(options.body) : null
    server.asked.push({ method, path, query, headers: new Headers(options.headers), body })
    for (const [beginning, refuse] of server.refusals)
      if (path.startsWith(beginning)) {
        server.refusals.delete(beginning)
        return await refuse()
      }
    if (path === '/app-config.json')
      return new Response(JSON.stringify({ mainApiUrl: '/api', streamApiUrl: '/stream' }))
    if (path.startsWith('/api/auth/')) return tokenReply('token')
    if (path === '/api/generate-presigned-url')
      return data({ url: '/api/files/upload', fields: { key: `key-${query.get('filename')}` } })
    return basesReply(method, path, query, new Headers(options.headers), body) ?? refusal('NOT_FOUND', 404)
  }
  const basesReply = (
    method: string,
    path: string,
    query: URLSearchParams,
    headers: Headers,
    body: unknown,
  ): Response | null => {
    const base = server.bases.find(({ id }) => path.includes(id))
    if (path === '/api/custom_rags') return listed(...found(query, headers))
    if (path.endsWith('/files') && base) return listed(server.files)
    if (path.endsWith('/sources') && base) return listed([])
    if (method === 'GET' && base) return data(base)
    if (method === 'DELETE' && base) {
      server.bases = server.bases.filter((one) => one !== base)
      return data({ id: base.id })
    }
    if (method === 'POST' && path.endsWith('/create')) return data(create(headers, body as NewBase))
    if (method === 'PATCH' && base) return data(change(base, body as Change))
    return null
  }
  const found = (query: URLSearchParams, headers: Headers): [KnowledgeBase[], number] => {
    const roomId = headers.get('room-id')
    const search = query.get('search') ?? ''
    const all = server.bases.filter(
      (one) =>
        (roomId === null || one.room === null || one.room.id === roomId) && one.rag_name.includes(search),
    )
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('page_size') ?? 50)]
    return [all.slice((page - 1) * size, page * size), all.length]
  }
  const create = (headers: Headers, { rag_name, description, files }: NewBase) => {
    const room = rooms.find(({ id }) => id === headers.get('room-id')) ?? null
    const state = { status: 'ONGOING' as const, problem: null, partsDone: 0, partsTotal: null }
    const made = someBase(room, rag_name, { description, state, fileCount: files.length })
    server.bases = [made, ...server.bases]
    server.files = files.map((key) => someFile(key.replace('key-', ''), { state }))
    return made
  }
  const change = (base: KnowledgeBase, { rag_name, description, files, removedFileIds }: Change) => {
    server.files = [
      ...(files ?? []).map((key) => someFile(key.replace('key-', ''))),
      ...server.files.filter(({ id }) => !removedFileIds?.includes(id)),
    ]
    const changed = {
      ...base,
      rag_name: rag_name ?? base.rag_name,
      description: description ?? base.description,
      fileCount: server.files.length,
    }
    server.bases = server.bases.map((one) => (one === base ? changed : one))
    return changed
  }

  class QuickRequest extends EventTarget {
    upload = new EventTarget()
    status = 204
    responseText = ''
    open() {}
    abort() {}
    send(form: FormData) {
      const key = form.get('key')
      if (typeof key === 'string') server.uploaded.push(key)
      setTimeout(() => this.dispatchEvent(new Event('load')))
    }
  }
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('XMLHttpRequest', QuickRequest)
  return server
}

type NewBase = { rag_name: string; description: string; files: string[] }
type Change = Partial<NewBase> & { removedFileIds?: string[] }
