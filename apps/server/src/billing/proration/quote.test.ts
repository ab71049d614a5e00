import { expect, test } from 'vitest'
import { readPlans } from '../../accounts/index.ts'
import { daysBetween, nextMonth } from '../days.ts'
import { type PaidPeriod, quotePlan } from './quote.ts'
import { shopPlansFile } from '../shop-for-tests.ts'

const plans = readPlans(shopPlansFile)
const planNamed = (name: string) => plans.all.find((plan) => plan.name === name) ?? plans.default
const team: PaidPeriod = {
  planName: 'Team',
  currency: 'USD',
  price: 4900,
  kept: 4900,
  from: '2027-01-31',
  until: '2027-02-28',
}
const quote = (name: string, current: PaidPeriod | null, today: string) =>
  quotePlan({ plan: planNamed(name), current, currency: 'USD', tax: null, today })

test.each([
  // The day it began: everything is unused. The last day: one of 28.
  ['2027-01-31', 4900],
  ['2027-02-14', 2450],
  ['2027-02-27', 175],
  // Late renewals, and clocks that differ, take nothing from nobody.
  ['2027-02-28', 0],
  ['2027-03-05', 0],
  ['2027-01-30', 4900],
])('PLAN-01 an upgrade on %s deducts %i cents of the current month', (today, credit) => {
  expect(quote('Business', team, today)).toMatchObject({
    takesEffect: 'now',
    effectiveOn: today,
    credit,
    due: { net: 19900 - credit, tax: 0, total: 19900 - credit },
  })
})

test('PLAN-01 an upgrade deducts only what is still paid of the unused days', () => {
  expect(quote('Business', { ...team, kept: 2450 }, '2027-02-14')).toMatchObject({ credit: 1225 })
  expect(quote('Business', { ...team, kept: 0 }, '2027-02-14')).toMatchObject({ credit: 0 })
  // Which plan is dearer is a matter of prices.
  expect(quote('Team', { ...team, planName: 'Business', price: 19900, kept: 0 }, '2027-02-14')).toMatchObject(
    { takesEffect: 'at-period-end', due: null },
  )
})

test('PLAN-01 a smaller plan starts when the month ends and costs nothing now; the current one is no choice', () => {
  expect(
    quote('Team', { ...team, planName: 'Business', price: 19900, kept: 19900 }, '2027-02-02'),
  ).toMatchObject({
    takesEffect: 'at-period-end',
    effectiveOn: '2027-02-28',
    due: null,
    renewsOn: '2027-02-28',
  })
  expect(quote('Basic', team, '2027-02-02')).toMatchObject({ takesEffect: 'at-period-end', renewsOn: null })
  expect(quote('Team', team, '2027-02-02')).toBeNull()
  expect(quote('Basic', null, '2027-02-02')).toBeNull()
})

test('PLAN-01 a subscription keeps its currency', () => {
  const inRupees = { ...team, currency: 'INR' as const, price: 399900, kept: 399900 }
  expect(quote('Business', inRupees, '2027-01-31')?.due).toMatchObject({
    currency: 'INR',
    net: 1599900 - 399900,
  })
})

test('PLAN-01 a month ends on its day, or on the last day of a shorter month, and returns to its day', () => {
  const days = ['2027-01-31']
  for (let month = 0; month < 13; month++) days.push(nextMonth(days.at(-1) ?? '', 31))
  expect(days).toEqual([
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
    '2027-05-31',
    '2027-06-30',
    '2027-07-31',
    '2027-08-31',
    '2027-09-30',
    '2027-10-31',
    '2027-11-30',
    '2027-12-31',
    '2028-01-31',
    '2028-02-29',
  ])
  expect(nextMonth('2027-12-15', 15)).toBe('2028-01-15')
  // A summer time change is no day less.
  expect(daysBetween('2027-03-27', '2027-03-29')).toBe(2)
})
