import {
  type AccountRole,
  isAdminRole,
  type Member,
  type MemberSortKey,
  type SortOrder,
  type UserId,
} from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'
import type { Actor } from '../access.ts'
import { type MemberRow, presentMember } from '../present.ts'

export type MembersWanted = {
  page: number
  page_size: number
  search?: string | undefined
  sort_by: MemberSortKey
  order: SortOrder
}

const ranks = sql`case role when 'owner' then 1 when 'admin' then 2 else 3 end`
const sortKeys: Record<MemberSortKey, RawBuilder<unknown>> = {
  name: sql`person`,
  email: sql`page_email`,
  role: ranks,
  status: sql`status`,
  joined: sql`joined_at`,
}

/** The search condition: each word must be in the folded name or address. */
const found = (search = '') =>
  sql.join(
    [
      sql`true`,
      ...search
        .split(/\s+/)
        .filter((word) => word !== '')
        .map((word) => sql`strpos(person, fold_text(${word})) > 0`),
    ],
    sql` and `,
  )

type Viewer = Actor & { role: AccountRole }

/** Members, and for admins invitations, each part limited by `cut`. Joins the address only where it is the sort key. */
const people = (
  actor: Viewer,
  { search, sort_by }: Partial<MembersWanted>,
  cut: RawBuilder<unknown> = sql``,
) => {
  const byEmail = sort_by === 'email'
  const members = sql`
    select user_id as member_id, person, role, status, joined_at, null::timestamptz as expires_at,
      monthly_credit_limit_milli, monthly_extra_milli, ${byEmail ? sql`lower(email) collate "C"` : sql`null::text`} as page_email
    from membership ${byEmail ? sql`join identity_user on identity_user.id = user_id` : sql``}
    where account_id = ${actor.accountId} and status <> 'INVITED' and ${found(search)} ${cut}`
  if (!isAdminRole(actor.role)) return members
  const invited = sql`
    select id as member_id, person, role, 'INVITED' as status, invited_at as joined_at, expires_at,
      null::bigint as monthly_credit_limit_milli, 0::bigint as monthly_extra_milli, ${byEmail ? sql`person` : sql`null::text`} as page_email
    from (select *, email as person from invite) as invite
    where account_id = ${actor.accountId} and state = 'pending' and ${found(search)} ${cut}`
  return sql`(${members}) union all (${invited})`
}

/**
 * The query of one page, in a stable order (ties by id). Each part yields no more than could be on the page or before it, so that
 * a page by name comes straight from the index.
 */
export function membersPage(actor: Viewer, wanted: MembersWanted): RawBuilder<MemberRow> {
  const { page, page_size: size } = wanted
  const direction = wanted.order === 'desc' ? sql`desc` : sql`asc`
  const keys = wanted.sort_by === 'name' ? [] : [sortKeys[wanted.sort_by]]
  const order = sql`order by ${sql.join([...keys, sql`person`, sql`member_id`].map((key) => sql`${key} ${direction}`))}`
  return withNames(
    sql`select * from (${people(actor, wanted, sql`${order} limit ${page * size}`)}) as people
      ${order} limit ${size} offset ${(page - 1) * size}`,
    order,
  )
}

/** Returns one page of the account's people. */
export async function listMembers(trx: Transaction, actor: Viewer, wanted: MembersWanted): Promise<Member[]> {
  const rows = await membersPage(actor, wanted).execute(trx)
  return rows.rows.map((row) => presentMember(row, actor))
}

/** Returns the total number of people over all pages of `listMembers`. */
export async function countMembers(trx: Transaction, actor: Viewer, search?: string): Promise<number> {
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from (${people(actor, { search })}) as people`.execute(trx)
  return counted.rows[0]?.count ?? 0
}

/** Returns one member as the list shows them. */
export async function memberOf(trx: Transaction, actor: Viewer, userId: UserId): Promise<Member | undefined> {
  const rows = await withNames(
    sql`select * from (${people({ ...actor, role: 'member' }, {})}) as people where member_id = ${userId}`,
    sql`order by member_id`,
  ).execute(trx)
  return rows.rows[0] && presentMember(rows.rows[0], actor)
}

const withNames = (page: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<MemberRow>`
  select case when status = 'INVITED' then null else member_id end as "userId",
    case when status = 'INVITED' then member_id end as "inviteId",
    role, status, joined_at as "joinedAt", expires_at as "expiresAt",
    monthly_credit_limit_milli as "monthlyCreditLimitMilli", monthly_extra_milli as "monthlyExtraMilli",
    coalesce(user_profile.first_name, '') as "firstName", coalesce(user_profile.last_name, '') as "lastName",
    coalesce(identity_user.email, person) as email, identity_user.image as picture
  from (${page}) as page
  left join identity_user on identity_user.id = member_id
  left join user_profile on user_profile.user_id = member_id
  ${order}`
