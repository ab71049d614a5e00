-- Monthly limits of rooms, what happens at a limit, and the warnings that were sent.

-- The model that answers at a limit; null: questions are refused.
alter table account add column limit_model_id text check (length(limit_model_id) between 1 and 200);

create table credit_room_limit (
  account_id text collate "C" not null,
  room_id text collate "C" not null,
  limit_milli bigint not null check (limit_milli >= 0),
  primary key (account_id, room_id),
  foreign key (account_id, room_id) references room on delete cascade
);

-- One warning a month for each member and room. Exactly one of the two is given.
create table credit_limit_warning (
  account_id text collate "C" not null references account on delete cascade,
  month date not null check (extract(day from month) = 1),
  user_id text collate "C" references identity_user on delete cascade,
  room_id text collate "C",
  warned_at timestamptz not null default now(),
  check ((user_id is null) <> (room_id is null)),
  foreign key (account_id, room_id) references room on delete cascade
);
create unique index credit_limit_warning_member on credit_limit_warning (account_id, month, user_id) where user_id is not null;
create unique index credit_limit_warning_room on credit_limit_warning (account_id, month, room_id) where room_id is not null;

grant select, insert, update, delete on credit_room_limit to atrium_app;
grant select on credit_limit_warning to atrium_app;
do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['credit_room_limit', 'credit_limit_warning'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format(
      'create policy %I on %I to atrium_app using (account_id = current_account()) with check (account_id = current_account())',
      tenant_table || '_tenant', tenant_table);
  end loop;
end $$;
