-- Invitations and public links may name the room that whoever accepts them lands in. A room that is erased leaves an invitation
-- to the account alone.
alter table invite add column room_id text collate "C";
alter table invite add foreign key (account_id, room_id) references room on delete set null (room_id);
create index invite_room on invite (account_id, room_id) where room_id is not null;

alter table invite_link add column room_id text collate "C";
alter table invite_link add foreign key (account_id, room_id) references room on delete set null (room_id);
create index invite_link_room on invite_link (account_id, room_id) where room_id is not null;
