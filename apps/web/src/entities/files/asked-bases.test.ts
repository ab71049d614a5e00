import { limits, mintId } from '@atrium/contract'
import { expect, test } from 'vitest'
import { existingBases, withAsked, withoutAsked } from './asked-bases.ts'

const base = (name: string) => ({ id: mintId('base'), name })

test('KB-06 a question uses each knowledge base once, up to the maximum number', () => {
  const [law, tea] = [base('Law'), base('Tea')]
  const both = withAsked(withAsked([], law), tea)
  expect(both).toEqual([law, tea])
  expect(withAsked(both, law)).toBe(both)
  expect(withoutAsked(both, law.id)).toEqual([tea])
  const most = Array.from({ length: limits.maxBasesAsked }, (_, index) => base(`${index}`))
  expect(withAsked(most, law)).toBe(most)
})

test('KB-06 deleted bases are dropped, and renamed ones show their new name', () => {
  const [law, tea] = [base('Law'), base('Tea')]
  const asked = [law, tea]
  expect(existingBases(asked, [{ id: tea.id, rag_name: 'Leaves' }])).toEqual([{ id: tea.id, name: 'Leaves' }])
  const known = asked.map(({ id, name }) => ({ id, rag_name: name }))
  expect(existingBases(asked, known)).toBe(asked)
})
