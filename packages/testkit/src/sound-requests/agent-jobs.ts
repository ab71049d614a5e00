import { mintId } from '@atrium/contract'
import { missingTable, nothing } from './parts.ts'
import type { RequestParts, SoundRequests, Things } from './sound-request.ts'

const ofSchedule = ({ scheduleId }: Things): RequestParts => ({ params: { scheduleId } })

const question = { text: 'Which tea is oldest?', modelId: 'test-model', modifiers: { audience: 'Guests' } }
const mentioning = {
  text: '@Test model, which tea is oldest?',
  modelId: 'test-model',
  mentions: [{ kind: 'model' as const, id: 'test-model', start: 0, length: 11 }],
}
const overTable = () => ({
  text: 'Which tea is oldest?',
  modelId: 'test-model',
  jobKind: 'table-run' as const,
  table: missingTable(),
  budgetCredits: 1,
})
const rule = {
  interval: 'weekly' as const,
  time: '08:00',
  timeZone: 'Europe/Paris',
  weekday: 1,
  dayOfMonth: 1,
}

const ofJob = ({ invocationId }: Things): RequestParts => ({ params: { invocationId } })

export const agentJobsRequests = {
  listInvocations: [
    { make: ({ invocationId }) => ({ query: { agent_invocation_id: `${invocationId},nobody` } }) },
  ],
  listAgentJobs: [
    { make: nothing },
    {
      about: 'of the account',
      make: () => ({ query: { scope: 'account' } }),
      comesTo: (principal) => (Object.values(principal.roles).includes('member') ? 'FORBIDDEN' : 'ok'),
    },
  ],
  readAgentJob: [{ make: ofJob, thing: 'chat' }],
  // The job has ended.
  continueAgentJob: [
    { make: (things) => ({ ...ofJob(things), body: {} }), thing: 'chat', comesTo: 'CONFLICT' },
  ],
  cancelAgentJob: [{ make: ofJob, thing: 'chat' }],
  // A file that is not there: whether the room's can be read yet is a matter of time.
  readTablesToRun: [
    {
      about: 'of a file of a room',
      make: ({ roomId }) => ({ body: { roomId, file: { fileId: mintId('file'), of: 'room' } } }),
      thing: 'room',
      comesTo: 'JOB_FILE_GONE',
    },
  ],
  exportJobRows: [{ make: ({ chatId, turnId }) => ({ params: { chatId, turnId } }), comesTo: 'NOT_FOUND' }],
  listSchedules: [
    { make: nothing },
    {
      about: 'of the account',
      make: () => ({ query: { scope: 'account' } }),
      comesTo: (principal) => (Object.values(principal.roles).includes('member') ? 'FORBIDDEN' : 'ok'),
    },
  ],
  createSchedule: [
    { make: ({ roomId }) => ({ body: { roomId, title: 'Tea', question, rule } }) },
    {
      about: 'with a mention',
      make: ({ roomId }) => ({ body: { roomId, title: 'Tea', question: mentioning, rule } }),
    },
    {
      about: 'over a table',
      make: ({ roomId }) => ({ body: { roomId, title: 'Tea', question: overTable(), rule } }),
      comesTo: 'JOB_FILE_GONE',
    },
  ],
  changeSchedule: [
    { make: (things) => ({ ...ofSchedule(things), body: { title: 'Coffee', question } }), thing: 'chat' },
    {
      about: 'with a mention',
      make: (things) => ({ ...ofSchedule(things), body: { question: mentioning } }),
      thing: 'chat',
    },
    {
      about: 'over a table',
      make: (things) => ({ ...ofSchedule(things), body: { question: overTable() } }),
      thing: 'chat',
      comesTo: 'JOB_FILE_GONE',
    },
  ],
  // A run waits.
  runSchedule: [{ make: ofSchedule, thing: 'chat', comesTo: 'CONFLICT' }],
  deleteSchedule: [{ make: ofSchedule, thing: 'chat' }],
} satisfies SoundRequests
