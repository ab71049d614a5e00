import { expect, test } from 'vitest'
import { downtimeState } from './downtime-state.ts'

const settings = {
  downTimeStart: '2027-01-31T22:00:00Z',
  downTimeEnd: '2027-01-31T23:00:00Z',
  notificationId: 'one',
  notificationWindowHours: 2,
  timerMessage: '',
  dialogTitle: '',
  dialogMessage: '',
}
const at = (time: string) => Date.parse(`2027-01-31T${time}Z`)
const minutes = (count: number) => count * 60_000

const cases: [
  what: string,
  now: string,
  dismissed: string | null,
  expected: { phase: string; remainingMs?: number },
  nextMs: number | null,
][] = [
  ['long before the window', '10:00:00', null, { phase: 'none' }, minutes(600)],
  ['a second before the window', '19:59:59', null, { phase: 'none' }, 1000],
  [
    'at the window’s first moment',
    '20:00:00',
    null,
    { phase: 'dialog', remainingMs: minutes(120) },
    minutes(120),
  ],
  [
    'dismissed for another downtime',
    '21:00:00',
    'zero',
    { phase: 'dialog', remainingMs: minutes(60) },
    minutes(60),
  ],
  ['dismissed', '21:00:00', 'one', { phase: 'timer', remainingMs: minutes(60) }, minutes(1)],
  [
    'dismissed between two minutes',
    '21:00:20',
    'one',
    { phase: 'timer', remainingMs: minutes(59) + 40_000 },
    40_000,
  ],
  ['dismissed, 2 min 10 s before', '21:57:50', 'one', { phase: 'timer', remainingMs: 130_000 }, 10_000],
  ['two minutes before', '21:58:00', 'one', { phase: 'timer', remainingMs: minutes(2) }, 30_000],
  [
    'in the last two minutes, between steps',
    '21:58:45',
    'one',
    { phase: 'timer', remainingMs: 75_000 },
    15_000,
  ],
  ['ten seconds before', '21:59:50', 'one', { phase: 'timer', remainingMs: 10_000 }, 10_000],
  ['at zero, dismissed', '22:00:00', 'one', { phase: 'maintenance' }, minutes(60)],
  ['at zero, not dismissed', '22:00:00', null, { phase: 'maintenance' }, minutes(60)],
  ['a second before the end', '22:59:59', 'one', { phase: 'maintenance' }, 1000],
  ['at the end', '23:00:00', 'one', { phase: 'none' }, null],
]

test.each(cases)('LIFE-02 the state %s', (_what, now, dismissed, state, nextMs) => {
  const step = downtimeState(settings, at(now), dismissed)
  expect(step.state).toEqual(state)
  expect(step.nextMs).toBe(nextMs)
  expect(step.isOver).toBe(now === '23:00:00')
})

test('LIFE-02 without a downtime there is nothing to show and nothing to remember', () => {
  expect(downtimeState(null, at('21:00:00'), 'one')).toEqual({
    state: { phase: 'none' },
    nextMs: null,
    isOver: true,
  })
})
