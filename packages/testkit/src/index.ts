export { type AtriumProcess, startAtriumProcess } from './atrium-process.ts'
export { ApiFailure, type ApiSettings, call, codeOf, pathOf, send } from './api-client.ts'
export {
  checkInvariants,
  type SeenAnswer,
  type SentQuestion,
  type Violation,
  type Witnessed,
} from './check-invariants.ts'
export { colleagueOf } from './colleague-of.ts'
export { createTestDatabase, type TestDatabase } from './database.ts'
export { insertMember, insertPerson, openTestAccount, testPlans } from './people.ts'
export { endOf, readEvents, type ReadEvent, textOf } from './read-events.ts'
export { signUp, startWorld, systemAdminEmail, type TestPerson, type World } from './world.ts'
