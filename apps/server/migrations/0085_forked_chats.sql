-- A chat can start as a copy of a branch of another one. These columns say of which chat and up to which turn; they stay when the
-- other chat is erased, so that the copy is still marked.
alter table chat
  add column forked_from text collate "C" check (length(forked_from) <= 60),
  add column forked_from_turn text collate "C" check (length(forked_from_turn) <= 60),
  add check ((forked_from is null) = (forked_from_turn is null));
