/**
 * The columns of the database that identify a person, and their treatment when the person is erased. A test compares this with the
 * schema, so that no new table is missed. Columns in a foreign key that deletes their row with one that is deleted here, such as a
 * membership, need no entry. `address` columns match by email address, all others by id.
 * - `delete`: deletes the row.
 * - `with`: other code deletes the row with that of the named table.
 * - `stays`: only the id stays, for the given reason; it no longer identifies the person, since their name and
 *   address are gone.
 */
type Treatment =
  | { outcome: 'delete'; by?: 'address' }
  | { outcome: 'with'; table: string }
  | { outcome: 'stays'; because: string }

const remove: Treatment = { outcome: 'delete' }
const removeByAddress: Treatment = { outcome: 'delete', by: 'address' }
const goesWith = (table: string): Treatment => ({ outcome: 'with', table })
const stays = (because: string): Treatment => ({ outcome: 'stays', because })

const whoMadeIt = 'what they made for others stays, made by nobody in particular'
const bookkeeping = 'entries of credits add up to balances for as long as the account is there'
const inChatsOfOthers =
  'only in shared chats of others, where their questions and the answers to them are emptied'

export const personalColumns: Readonly<Record<string, Treatment>> = {
  // Identity
  'identity_user.id': stays('the emptied row to which everything that stays still points'),
  'identity_user.email': stays('overwritten'),
  'identity_session.user_id': remove,
  'identity_credential.user_id': remove,
  'identity_second_factor.user_id': remove,
  'identity_recovery_code.user_id': remove,
  'identity_passkey.user_id': remove,
  'identity_passkey_challenge.user_id': remove,
  'identity_sign_in_ticket.user_id': remove,
  'identity_known_browser.user_id': remove,
  'identity_sign_up.email': removeByAddress,
  'identity_code.email': removeByAddress,
  'identity_code_sent.email': removeByAddress,
  'user_profile.user_id': remove,
  'user_picture.user_id': remove,
  'user_export.user_id': remove,
  'system_admin.user_id': remove,
  'system_setting.changed_by': stays('what system administrators did stays known'),
  'user_deletion.user_id': stays('that they were erased, and when'),
  'idempotent_reply.user_id': remove,
  'mail_outbox.recipient': removeByAddress,
  'sign_up_waiting.email': removeByAddress,
  'sign_up_waiting.invited_by': stays('what system administrators did stays known'),
  'mail_digest.user_id': remove,
  'push_subscription.user_id': remove,
  'push_sent.user_id': remove,
  'mail_stopped_address.email': removeByAddress,
  'mail_stopped_address.stopped_by': stays('what system administrators did stays known'),

  // Accounts and rooms
  'membership.user_id': remove,
  'removed_member.user_id': remove,
  'account.created_by': stays(whoMadeIt),
  'account_grant.user_id': remove,
  'credit_request.user_id': remove,
  'credit_request.decided_by': stays(whoMadeIt),
  'credit_limit_warning.user_id': remove,
  'credit_grant.granted_by': stays(whoMadeIt),
  'payment_order.user_id': stays(whoMadeIt),
  'room.created_by': stays(whoMadeIt),
  'invite.email': removeByAddress,
  'invite.invited_by': stays(whoMadeIt),
  'invite_link.created_by': stays(whoMadeIt),
  'logo.requested_by': stays(whoMadeIt),
  'room_file.requested_by': stays(whoMadeIt),
  'knowledge_base.created_by': stays(whoMadeIt),
  'tool_server.created_by': stays(whoMadeIt),
  'tool_server_sign_in.signed_in_by': stays('the sign-in serves the account until an admin ends it'),
  'tool_server_sign_in_request.user_id': remove,
  'tool_consent.user_id': remove,
  'audit_entry.actor_id': stays('what admins did stays known; addresses in entries are overwritten'),
  'system_audit_entry.actor_id': stays('what system administrators did stays known'),
  'system_audit_entry.person_id': stays('what system administrators did stays known'),
  'system_audit_entry.email': stays('overwritten'),
  'provider_change.actor_id': stays('what system administrators did stays known'),
  'credit_balance.holder': stays(bookkeeping),
  'credit_entry.holder': stays(bookkeeping),
  'credit_hold.user_id': stays(bookkeeping),
  'shaping_call.user_id': stays(bookkeeping),
  'daily_allowance.holder': stays('until the next day'),

  // Chats
  'attachment.owner_id': stays('until the picture, which no question has any more, is swept'),
  'chat.owner_id': remove,
  'chat_label.owner_id': remove,
  'chat_link.created_by': goesWith('chat'),
  'chat_link_turn.asked_by': stays(inChatsOfOthers),
  'chat_link_turn.author_id': stays(inChatsOfOthers),
  'chat_tally.owner_id': goesWith('chat'),
  'chat_words.owner_id': goesWith('chat'),
  'pending_turn.asked_by': goesWith('turn'),
  'unseen_chat.owner_id': goesWith('chat'),
  'mention.person_id': remove,
  'mention.mentioned_by': stays(inChatsOfOthers),
  'message.author_id': stays(inChatsOfOthers),
  'prompt.owner_id': stays(whoMadeIt),
  'prompt.private_to': remove,
  'prompt_version.changed_by': stays(whoMadeIt),
  'prompt_person.user_id': remove,
  'canvas.owner_id': stays(whoMadeIt),
  'canvas.private_to': remove,
  'canvas_author.user_id': remove,
  'canvas_comment.author_id': remove,
  'canvas_picture.added_by': stays(whoMadeIt),
  'canvas_thread.resolved_by': stays(whoMadeIt),
  'canvas_presence.user_id': remove,
  'agent_job.user_id': remove,
  'schedule.user_id': remove,
  'canvas_version_author.user_id': remove,
  'queued_question.author_id': remove,
  'turn.asked_by': stays(inChatsOfOthers),
}
