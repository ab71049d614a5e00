export { LogFilters } from './log-filters.tsx'
export {
  addressOf,
  isFiltered,
  isPeriodReversed,
  type Period,
  periodFilter,
  readLogPage,
} from './log-page.ts'
export { type LogEntry, LogTable } from './log-table.tsx'
