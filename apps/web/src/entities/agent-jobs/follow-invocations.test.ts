import { mintId, type TrackedInvocation } from '@atrium/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storageIn } from '../turns/storage.fixture.ts'

const accountId = mintId('account')
const record = (more: Partial<TrackedInvocation> = {}): TrackedInvocation => ({
  agentInvocationId: mintId('invocation'),
  chatId: mintId('chat'),
  messageId: mintId('turn'),
  workspaceId: accountId,
  status: 'PENDING',
  isRead: false,
  ...more,
})

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', storageIn(new Map()))
  vi.stubGlobal('location', { pathname: '/chat/new' })
  vi.stubGlobal('document', { visibilityState: 'visible' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('JOB-01 the active jobs of an account are asked for every 10 s in one call, ended ones no more', async () => {
  const { listAgentJobs, listInvocations } = await import('@atrium/contract')
  const { api } = await import('../../lib/api/api.ts')
  const { followInvocations } = await import('./follow-invocations.ts')
  const [first, second] = [record(), record({ status: 'RUNNING' })]
  const listed = [first, second, record({ status: 'FAILED' }), record({ workspaceId: mintId('account') })]
  const asked: unknown[] = []
  vi.spyOn(api, 'call').mockImplementation(async (endpoint: unknown, { query }: { query?: unknown } = {}) => {
    if (endpoint === listAgentJobs) return { message: listed } as never
    expect(endpoint).toBe(listInvocations)
    asked.push((query as { agent_invocation_id: string }).agent_invocation_id)
    const status = asked.length > 1 ? 'COMPLETED' : 'RUNNING'
    return {
      message: [
        { id: first.agentInvocationId, status: 'RUNNING' },
        { id: second.agentInvocationId, status },
      ],
    } as never
  })
  const both = `${first.agentInvocationId},${second.agentInvocationId}`
  const following = followInvocations(accountId, () => undefined)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(asked).toEqual([both])
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toEqual([both, both])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toEqual([both, both, first.agentInvocationId])
  following.leave()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(asked).toHaveLength(3)
})
