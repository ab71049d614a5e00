-- Stored replies of requests that made public links held the links' tokens; such replies are no longer stored.
delete from idempotent_reply where reply -> 'data' ? 'token';
