/** What `npm run sql` runs: has a migrated database prepare every SQL statement of the server. Exit code 1 when one is wrong. */
import { startTestPostgres } from '@atrium/testkit/test-postgres.ts'
import { checkProduct } from './check-product.ts'

const postgres = await startTestPostgres()
try {
  const { faults, statements, tables, notPrepared } = await checkProduct(postgres.host)
  for (const fault of faults) console.log(fault)
  console.log(
    `${tables} tables compared, ${statements} statements prepared, ${notPrepared} of the session passed over, ${faults.length} wrong`,
  )
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  await postgres.stop()
}
