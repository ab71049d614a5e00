/**
 * Nullability and id types that PostgreSQL can't determine and a person has judged, each with the reason. Review an entry when the code
 * that its reason names changes.
 */

/** Functions that give no null: those of our migrations, and of PostgreSQL where a row counts as possibly null. */
export const functionsWithoutNull: ReadonlySet<string> = new Set([
  // Each branch gives 0 or greatest(1, …).
  'seconds_until_mail',
  // Each path returns true or false.
  'claim_monthly_grant',
  // It raises an error.
  'refuse',
  // The hash of a row.
  'hash_record_extended',
  // Their rows are three columns of chat_words, which are not null.
  'find_chat_words',
  'find_newest_chat_words',
  'find_words_of_rooms',
])

/** A column that is not null in a statement, which a part of its text names. */
type Judged = { column: string; statement: string; because: string }

const judged: Judged[] = [
  { column: 'data', statement: 'from pgboss.job', because: 'Every job is sent with its data.' },
  {
    column: 'tokens',
    statement: "(usage->>'outputTokens')::int as tokens",
    because: 'The usage of an answer always counts its output tokens.',
  },
  {
    column: 'sizeBytes',
    statement: 'from message_attachment',
    because: 'A question comes only with files that are stored.',
  },
  {
    column: 'model_id',
    statement: 'lease_owner is null as handed_over',
    because: 'A turn is opened with its model; only imported turns have none, and they are never open.',
  },
  {
    column: 'scopeId',
    statement: 'coalesce(base_id, room_id) as "scopeId"',
    because: 'A file without a room is for a base (a constraint), and these are bound to their base.',
  },
  {
    column: 'lastRow',
    statement: "place ? 'row'",
    because: 'A place that has a row has its number.',
  },
  {
    column: 'deletedAt',
    statement: 'select kept.*, room.deleted_at',
    because: 'The inner query finds deleted rooms alone.',
  },
  {
    column: 'erasedAt',
    statement: 'select kept.*, room.deleted_at',
    because: 'The inner query finds deleted rooms alone.',
  },
  ...['membershipType', 'membership_type'].map((column) => ({
    column,
    statement: 'else mine.membership_type',
    because: 'Whoever sees a private room has a row in it.',
  })),
]

/** Columns whose ids are of another kind than those of their origin. */
const otherIds: Judged[] = [
  {
    column: 'inviteId',
    statement: "case when status = 'INVITED' then member_id end",
    because: 'Where members are listed alone, no row is an invitation.',
  },
]

/** Statements whose text cannot be composed, by a part of their source, with who checks them instead. */
const notComposed: { source: string; because: string }[] = [
  {
    source: 'delete from ${sql.table(table)} where ${sql.ref(column)} = ${value}',
    because: 'A test of erase-users.ts compares the list of columns with the database.',
  },
]

/** Why this column of the statement is not null although PostgreSQL can't tell; undefined if it was not judged. */
export const reasonNotNull = (column: string, statement: string): string | undefined =>
  judged.find((known) => known.column === column && statement.includes(known.statement))?.because

/** Why this column of the statement may declare another kind of id than its origin; undefined if it was not judged. */
export const reasonOtherId = (column: string, statement: string): string | undefined =>
  otherIds.find((known) => known.column === column && statement.includes(known.statement))?.because

/** Why a statement with this source is not composed; undefined if it was not judged. */
export const reasonNotComposed = (source: string): string | undefined =>
  notComposed.find((known) => source.includes(known.source))?.because
