import type { SoundRequests } from './sound-request.ts'

const aWeek = { from: '2026-11-17', to: '2026-11-23', time_zone: 'Asia/Ho_Chi_Minh' }

export const reportsRequests = {
  getUsage: [{ make: () => ({ query: { ...aWeek, view: 'member' } }) }],
  exportUsage: [{ make: () => ({ query: { ...aWeek, view: 'room' } }) }],
  getUsageHistory: [{ make: () => ({ query: aWeek }) }],
  exportUsageHistory: [{ make: () => ({ query: aWeek }) }],
} satisfies SoundRequests
