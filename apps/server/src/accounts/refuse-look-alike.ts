import { fail } from '../platform/failure.ts'
import { isLookAlike } from '../platform/words/index.ts'
import type { AccountRow } from './queries.ts'

/** Refuses a name that is confusable with a differently written one of another account of the person; equal names are allowed. */
export function refuseLookAlike(name: string, others: readonly Pick<AccountRow, 'name'>[]): void {
  if (others.some((other) => isLookAlike(name, other.name)))
    fail('INVALID_INPUT', {
      issues: [{ path: 'body.name', message: 'This name looks like that of another account of yours.' }],
    })
}
