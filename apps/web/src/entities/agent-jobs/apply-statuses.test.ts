import { mintId, type TrackedInvocation } from '@atrium/contract'
import { expect, test } from 'vitest'
import { applyListed, applyOpened, applyStatuses } from './apply-statuses.ts'

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
const answer = (records: readonly TrackedInvocation[], status: TrackedInvocation['status']) => ({
  accountId,
  asked: records.map((one) => one.agentInvocationId),
  statuses: records.map((one) => ({ id: one.agentInvocationId, status })),
})

test('JOB-05 a job that ends in another chat than the open one becomes unread and is reported', () => {
  const job = record()
  const next = applyStatuses([job], { ...answer([job], 'COMPLETED'), openChatId: mintId('chat') })
  expect(next).toEqual({ records: [{ ...job, status: 'COMPLETED', isRead: false }], endedElsewhere: true })
})

test('JOB-05 a job that ends in the open chat is dropped without a message', () => {
  const job = record()
  const next = applyStatuses([job], { ...answer([job], 'FAILED'), openChatId: job.chatId })
  expect(next).toEqual({ records: [], endedElsewhere: false })
})

test('JOB-01 a running job keeps being tracked, and an ended one is not reported twice', () => {
  const [job, ended] = [record(), record({ status: 'COMPLETED' })]
  const first = applyStatuses([job, ended], { ...answer([job], 'RUNNING'), openChatId: null })
  expect(first).toEqual({ records: [{ ...job, status: 'RUNNING' }, ended], endedElsewhere: false })
  const second = applyStatuses([ended], { ...answer([ended], 'COMPLETED'), openChatId: null })
  expect(second.endedElsewhere).toBe(false)
})

test('JOB-05 a job that the server leaves out is dropped; those of other accounts stay', () => {
  const [job, other] = [record(), record({ workspaceId: mintId('account') })]
  const next = applyStatuses([job, other], {
    accountId,
    asked: [job.agentInvocationId],
    statuses: [],
    openChatId: null,
  })
  expect(next).toEqual({ records: [other], endedElsewhere: false })
})

test('JOB-01 a job of another device starts as PENDING; a known one keeps its status until it is asked for', () => {
  const [known, fresh] = [record(), record({ status: 'RUNNING' })]
  const listed = applyListed([known], accountId, [{ ...known, status: 'COMPLETED' }, fresh])
  expect(listed).toEqual([known, { ...fresh, status: 'PENDING' }])
})

test('JOB-01 opening a chat drops its ended jobs alone', () => {
  const chatId = mintId('chat')
  const records = [record({ chatId }), record({ chatId, status: 'FAILED' }), record({ status: 'FAILED' })]
  expect(applyOpened(records, chatId)).toEqual([records[0], records[2]])
  const untouched = records.slice(0, 1)
  expect(applyOpened(untouched, chatId)).toBe(untouched)
})
