-- Orders of plans did not keep the first day of the month that they paid, so a refund of a month that was over took back credits that
-- had expired with it.
update payment_order set period_start = (completed_at at time zone 'UTC')::date
where kind = 'plan' and status = 'COMPLETED' and period_start is null;
