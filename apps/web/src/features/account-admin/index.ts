export { AccountFrame } from './account-frame.tsx'
export { settingsQuery } from './queries.ts'
