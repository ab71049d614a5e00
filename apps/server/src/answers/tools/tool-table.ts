import { describeTable } from './describe-table.ts'
import { listTables } from './list-tables.ts'
import { queryTables } from './query-tables.ts'
import { searchWeb } from './search-web.ts'
import type { Tool } from './tool.ts'

/** Every tool, in the order in which models see them. */
export const tools: readonly Tool[] = [searchWeb, listTables, describeTable, queryTables]
