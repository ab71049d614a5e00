import { expect, inject, it, vi } from 'vitest'
import { checkFiles, checkProduct } from './check-product.ts'

// TypeScript loads the whole server, possibly on a busy machine.
vi.setConfig({ testTimeout: 600_000 })

it('Every SQL statement and every table type of the server fits the migrated database', async () => {
  const { faults, statements, tables } = await checkProduct(inject('databaseHost'))
  expect(faults).toEqual([])
  expect(statements).toBeGreaterThan(500)
  expect(tables).toBeGreaterThan(50)
})

it('Renamed columns, wrong types, nulls, ids and parameters are reported with their place, in statements and in tables', async () => {
  const { faults } = await checkFiles(inject('databaseHost'), (file) =>
    /tests\/sql\/fixtures\/wrong-\w+\.ts$/.test(file),
  )
  const messages = faults.map((fault) => fault.replace(/^tests\/sql\/fixtures\/wrong-\w+\.ts:\d+: /, ''))
  expect(messages.toSorted()).toEqual([
    'The column room_member.user_id is not declared.',
    'The column roomname is not declared.',
    'The table room_member has no column person_id.',
    'There is no column roomName.',
    'There is no table no_such_table.',
    'addedAt may be null and is declared as Date.',
    'audit_entry.id cannot be inserted: the database computes it.',
    'audit_entry.id cannot be updated: the database computes it.',
    'column "no_such_column" does not exist',
    'column "no_such_column_of_a_list" does not exist',
    'column "no_such_column_of_names" does not exist',
    'column "no_such_condition" does not exist',
    'column room.renamed_name does not exist',
    'created is declared as string, and the column is timestamp with time zone.',
    'deletedAt may be null and is declared as Date.',
    'name is declared as Date, and the column is text.',
    'new Date() is Date, and the statement wants text.',
    'removed_member.account_id is never null, and its type says otherwise.',
    'removed_member.account_id may be inserted as null, and it is never null.',
    'removed_member.account_id may be updated as null, and it is never null.',
    'removed_member.removed_at is updated as number, and the column is timestamp with time zone.',
    'room.logo_filename may be null, and its type says otherwise.',
    'roomId is declared as an id of the kind room, and the column has account.',
    'room_member.added_at is declared as string, and the column is timestamp with time zone.',
    'room_member.membership_type may be left out of an insert, and it has no default.',
    'room_member.room_id is declared as an id of the kind chat, and refers to room.id, which has room.',
  ])
})
