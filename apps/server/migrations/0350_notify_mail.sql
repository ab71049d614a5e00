-- Mail delivery waits for these notifications instead of polling.

create function notify_mail() returns trigger language plpgsql as $$
begin
  perform pg_notify('mail', '');
  return null;
end
$$;

create trigger notify_mail after insert on mail_outbox for each statement execute function notify_mail();
