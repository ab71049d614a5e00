-- Whom and what a question names: kind, id and place in the text of each, as the contract has them.
alter table message add column mentions jsonb not null default '[]';

-- That somebody was named in a question. Says nothing of what was asked: they may not read the chat.
create table mention (
  account_id text collate "C" not null references account on delete cascade,
  id text collate "C" not null check (id like 'mention\_%' and length(id) <= 60),
  chat_id text collate "C" not null,
  message_id text collate "C" not null,
  room_id text collate "C" not null,
  person_id text collate "C" not null references identity_user,
  mentioned_by text collate "C" not null references identity_user,
  mentioned_at timestamptz not null default now(),
  seen_at timestamptz,
  -- When it was in a mail, or it was found that none is to be sent.
  mailed_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, chat_id) references chat on delete cascade,
  foreign key (account_id, message_id) references message on delete cascade,
  foreign key (account_id, room_id) references room on delete cascade
);
create index mention_person on mention (account_id, person_id, mentioned_at desc);
create index mention_of_chat on mention (account_id, chat_id, person_id);
create index mention_message on mention (account_id, message_id);
create index mention_room on mention (account_id, room_id);
create index mention_to_mail on mention (mentioned_at) where seen_at is null and mailed_at is null;

grant select, insert, update on mention to atrium_app;
alter table mention enable row level security;
create policy mention_tenant on mention to atrium_app
  using (account_id = current_account()) with check (account_id = current_account());
