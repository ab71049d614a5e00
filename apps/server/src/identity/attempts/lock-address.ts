import { advisoryLock, type Transaction } from '../../platform/database/index.ts'

/** Locks an address until the transaction ends: nobody else can become its user or get a code for it. */
export const lockAddress = (transaction: Transaction, email: string) =>
  advisoryLock(transaction, `identity: codes for ${email}`)
