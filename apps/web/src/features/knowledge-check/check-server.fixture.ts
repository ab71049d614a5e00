import {
  type CheckResult,
  type CheckRun,
  type FileToExpect,
  type GoldenQuestion,
  type KnowledgeInsights,
  mintId,
  type TriedSearch,
} from '@atrium/contract'
import { vi } from 'vitest'
import { data, refusal, tokenReply } from '../../lib/scripted-server.fixture.ts'

export const goldenQuestion = (question: string, more: Partial<GoldenQuestion> = {}): GoldenQuestion => ({
  id: mintId('golden'),
  question,
  expected: [{ fileId: mintId('file'), fileName: 'tea.pdf', page: 3, isGone: false }],
  baseIds: [],
  updatedAt: '2026-03-01T12:00:00.000Z',
  ...more,
})

export const checkRun = (more: Partial<CheckRun> = {}): CheckRun => ({
  id: mintId('run'),
  status: 'DONE',
  reasons: ['FILES'],
  questionCount: 2,
  askedCount: 2,
  hitsAt1: 1,
  hitsAt3: 1,
  hitsAt10: 1,
  meanReciprocalRank: 0.5,
  better: 1,
  worse: 1,
  startedAt: '2026-03-01T12:00:00.000Z',
  endedAt: '2026-03-01T12:00:02.000Z',
  ...more,
})

export const checkResult = (question: string, more: Partial<CheckResult> = {}): CheckResult => ({
  questionId: mintId('golden'),
  question,
  rank: 1,
  rankBefore: 1,
  change: 'same',
  foundFiles: [{ fileId: mintId('file'), fileName: 'tea.pdf' }],
  ...more,
})

export const noInsights: KnowledgeInsights = { foundNothing: [], hiddenCount: 0, neverCited: [], failed: [] }

export const nothingFound: TriedSearch = {
  filesSearched: 2,
  passagesSearched: 12,
  passagesFound: 0,
  usesVectors: false,
  found: [],
}

/** A fake server with a room's golden questions, their runs and insights. */
export function startCheckServer() {
  const server = {
    questions: [] as GoldenQuestion[],
    runs: [] as CheckRun[],
    results: [] as CheckResult[],
    files: [] as FileToExpect[],
    insights: noInsights,
    /** Every search's result, and the recorded searches. */
    search: nothingFound,
    searchedFor: [] as (string | null)[],
    isDown: false,
    /** Recorded changes, as `METHOD path` with the body. */
    sent: [] as { what: string; body: unknown }[],
  }
  const answer = async (given: RequestInfo | URL, options: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(given instanceof Request ? given.url : given, location.href)
    if (pathname === '/app-config.json')
      return new Response(JSON.stringify({ mainApiUrl: '/api', streamApiUrl: '/stream' }))
    if (pathname.startsWith('/api/auth/')) return tokenReply('token')
    if (server.isDown) return refusal('FORBIDDEN', 403)
    if (pathname.endsWith('/knowledge-search')) {
      server.searchedFor.push(searchParams.get('query'))
      return data(server.search)
    }
    const method = options.method ?? 'GET'
    const path = pathname.replace(/^.*\/checks/, '')
    if (method !== 'GET') {
      const body: unknown = typeof options.body === 'string' ? JSON.parse(options.body) : undefined
      server.sent.push({ what: `${method} ${path}`, body })
      if (path === '/run') server.runs = [checkRun({ status: 'RUNNING', askedCount: 1 }), ...server.runs]
      if (method === 'DELETE') server.questions = server.questions.filter(({ id }) => !path.endsWith(id))
      return data({})
    }
    if (path === '') return data(server.questions)
    if (path === '/runs') return data(server.runs)
    if (path === '/files') return data(server.files)
    if (path === '/insights') return data(server.insights)
    const run = server.runs.find(({ id }) => path.endsWith(id))
    return run ? data({ ...run, results: server.results }) : refusal('NOT_FOUND', 404)
  }
  vi.stubGlobal('fetch', answer)
  return server
}
