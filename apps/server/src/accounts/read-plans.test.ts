import path from 'node:path'
import { expect, test } from 'vitest'
import { checkoutDir } from '../platform/config/configuration.ts'
import { presentPlan } from './plan.ts'
import { parsePlans, PlansFileError, readPlans } from './read-plans.ts'

const basic =
  '{ name: Basic, rag_allowed: false, enable_reports: false, monthly_credits: { team: 2, member: 1 }, price: { USD: 0, INR: 0 } }'
const mistakesOf = (text: string): string => {
  try {
    parsePlans(text, 'plans.yaml')
  } catch (error) {
    if (error instanceof PlansFileError) return error.message
    throw error
  }
  return 'none'
}

test('ACC-01 PLAN-03 the shipped default plan is Basic with everything; no shipped plan leaves a feature out or has a price', () => {
  const plans = readPlans(path.join(checkoutDir, 'plans.yaml'))
  expect(plans.default).toMatchObject({
    name: 'Basic',
    rag_max_file_size: 100,
    rag_max_total_input_size: 100,
  })
  expect(plans.default.monthly_credits.team).toBeGreaterThan(0)
  for (const plan of plans.all)
    expect(plan).toMatchObject({ rag_allowed: true, enable_reports: true, price: { USD: 0, INR: 0 } })
})

test('PLAN-03 the example of plans with prices is valid', () => {
  const plans = readPlans(path.join(checkoutDir, 'docs/examples/plans.sales.yaml'))
  expect(plans.default).toMatchObject({ name: 'Basic', rag_allowed: false, enable_reports: false })
  expect(plans.all.filter(({ price }) => price.USD > 0).map(({ name }) => name)).toEqual(['Team', 'Business'])
})

test('ACC-01 sizes default to 100 MB; an account whose plan was removed uses the default plan', () => {
  const plans = parsePlans(`default: Basic\nplans:\n  - ${basic}\n`, 'plans.yaml')
  expect(presentPlan(plans.named('Retired'))).toEqual({
    name: 'Basic',
    rag_allowed: false,
    enable_reports: false,
    rag_max_total_input_size: 100,
    rag_max_file_size: 100,
  })
})

test.each([
  [
    'a wrong type',
    basic.replace('team: 2', 'team: many'),
    'plans.yaml:3: plans.0.monthly_credits.team: Invalid input: expected number, received string',
  ],
  [
    'a missing value',
    basic.replace('rag_allowed: false, ', ''),
    'plans.yaml:3: plans.0.rag_allowed: Invalid input: expected boolean, received undefined',
  ],
  [
    'a misspelt name',
    basic.replace('enable_reports', 'enable_report'),
    'plans.yaml:3: plans.0: Unrecognized key: "enable_report"',
  ],
  [
    'half a cent',
    basic.replace('USD: 0', 'USD: 0.5'),
    'plans.yaml:3: plans.0.price.USD: Invalid input: expected int, received number',
  ],
  [
    'a file larger than all',
    basic.replace('}, price', '}, rag_max_file_size: 200, price'),
    'plans.yaml:3: plans.0.rag_max_file_size: One file cannot be larger',
  ],
])('PLAN-03 %s in the plans file is reported with its line', (_name, plan, sentence) => {
  expect(mistakesOf(`default: Basic\nplans:\n  - ${plan}\n`)).toContain(sentence)
})

test('PLAN-03 an unknown default plan, duplicate plan names and broken YAML are reported with their lines', () => {
  expect(mistakesOf(`plans:\n  - ${basic}\ndefault: Gold\n`)).toBe(
    'plans.yaml:3: default: There is no plan called Gold.',
  )
  expect(mistakesOf(`default: Basic\nplans:\n  - ${basic}\n  - ${basic}\n`)).toBe(
    'plans.yaml:4: plans.1.name: There are two plans called Basic.',
  )
  expect(mistakesOf('default: [Basic\nplans: {')).toMatch(/^plans\.yaml:[23]: /)
  expect(mistakesOf('')).toMatch(/^plans\.yaml:1: /)
})

test('PLAN-03 a missing plans file is reported', () => {
  expect(() => readPlans('/nowhere/plans.yaml')).toThrow('The plans file /nowhere/plans.yaml cannot be read.')
})
