/**
 * All tables of the database for Kysely. Each noun adds its own in its `tables.ts`, beside the interfaces of its rows, by
 * declaration merging (see README.md).
 */
// oxlint-disable-next-line typescript/no-empty-interface -- empty here, merged by the nouns
export interface DatabaseTables {}
