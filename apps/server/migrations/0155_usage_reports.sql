-- What credits were used for, with the charge itself: reports stay complete when the chat, the room or the person is gone.
alter table credit_hold add column kind text not null default 'question' check (kind in ('question', 'picture', 'shaping'));
-- Null for calls without a room.
alter table credit_hold add column room_id text collate "C" check (length(room_id) <= 60);
-- The model that was charged for; null until settled.
alter table credit_hold add column model_id text check (length(model_id) <= 200);

update credit_hold set
    kind = case when turn.picture_options is null then 'question' else 'picture' end,
    room_id = chat.room_id,
    model_id = coalesce(turn.model_id, turn.requested_model_id)
  from turn join chat on chat.account_id = turn.account_id and chat.id = turn.chat_id
  where turn.account_id = credit_hold.account_id and turn.id = credit_hold.turn_id;
update credit_hold set kind = 'shaping' where turn_id like 'shaping\_%';
update credit_hold set model_id = shaping_call.model_id from shaping_call
  where shaping_call.account_id = credit_hold.account_id and shaping_call.id = credit_hold.turn_id;

-- Reports read an account's charges of some days from the first index alone, a person's own history from the second.
create index credit_hold_usage on credit_hold (account_id, closed_at)
  include (user_id, room_id, model_id, kind, charged_milli) where state = 'settled';
create index credit_hold_usage_person on credit_hold (account_id, user_id, closed_at) where state = 'settled';
