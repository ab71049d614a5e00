import { expect, test } from 'vitest'
import { withinPlan } from './within-plan.ts'

const megabyte = 1024 * 1024
const plan = { rag_max_file_size: 3, rag_max_total_input_size: 5 }
const file = (name: string, sizeBytes: number) => new File([new Uint8Array(sizeBytes)], name)

test('KB-03 files of a question may be as large as the plan allows, each and together, to the byte', () => {
  const whole = file('whole.txt', 3 * megabyte)
  const over = file('over.txt', 3 * megabyte + 1)
  const rest = file('rest.txt', 2 * megabyte)
  const drop = file('drop.txt', 1)
  const { taken, refusals } = withinPlan([whole, over, rest, drop], [], plan)
  expect(taken).toEqual([whole, rest])
  expect(refusals).toEqual([{ file: 'over.txt', megabytes: 3 }, { megabytes: 5 }])
  expect(withinPlan([drop], [{ sizeBytes: 5 * megabyte }], plan).taken).toEqual([])
  expect(withinPlan([over], [], null).taken).toEqual([over])
})
