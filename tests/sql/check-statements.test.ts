import { expect, inject, it, vi } from 'vitest'
import { checkFiles, checkProduct } from './check-product.ts'

// TypeScript reads the whole server, on machines that do other things meanwhile.
vi.setConfig({ testTimeout: 600_000 })

it('Every SQL statement of the server fits the migrated database and its declared rows', async () => {
  const { faults, statements } = await checkProduct(inject('databaseHost'))
  expect(faults).toEqual([])
  expect(statements).toBeGreaterThan(500)
})

it('Renamed columns, wrong types, nulls and parameters are reported with their place, in every branch', async () => {
  const { faults } = await checkFiles(inject('databaseHost'), (file) =>
    file.endsWith('tests/sql/fixtures/wrong-statements.ts'),
  )
  const messages = faults.map((fault) =>
    fault.replace(/^tests\/sql\/fixtures\/wrong-statements\.ts:\d+: /, ''),
  )
  expect(messages.toSorted()).toEqual([
    'The column roomname is not declared.',
    'There is no column roomName.',
    'addedAt may be null and is declared as Date.',
    'column "no_such_column" does not exist',
    'column "no_such_condition" does not exist',
    'column room.renamed_name does not exist',
    'created is declared as string, and the column is timestamp with time zone.',
    'deletedAt may be null and is declared as Date.',
    'new Date() is Date, and the statement wants text.',
  ])
})
