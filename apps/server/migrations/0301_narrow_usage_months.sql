-- Half the bytes of a charge, since reports with a filter read and decode the columns of a year. The worker copies the months again
-- from credit_hold; until then reports read the charges themselves.
truncate usage_month;
alter table usage_month drop minutes, drop member_numbers, drop room_numbers, drop model_numbers, drop kind_numbers, drop milli;
alter table usage_month
  -- 2-byte integers, signed: -32768 is the month's first minute.
  add minutes bytea not null check (length(minutes) = 2 * charges),
  -- 2-byte integers, or 4-byte ones where a month has more values.
  add member_numbers bytea not null check (length(member_numbers) in (2 * charges, 4 * charges)),
  add room_numbers bytea not null check (length(room_numbers) in (2 * charges, 4 * charges)),
  add model_numbers bytea not null check (length(model_numbers) in (2 * charges, 4 * charges)),
  add kind_numbers bytea not null check (length(kind_numbers) = 2 * charges),
  -- 4-byte integers, or 8-byte floats where a charge needs them.
  add milli bytea not null check (length(milli) in (4 * charges, 8 * charges));
alter table usage_month
  alter minutes set storage external, alter member_numbers set storage external, alter room_numbers set storage external,
  alter model_numbers set storage external, alter kind_numbers set storage external, alter milli set storage external;
