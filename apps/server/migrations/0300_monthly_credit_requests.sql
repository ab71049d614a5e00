-- Requests for credits are approved once or for every month, and a job's hold remembers that it may pass a monthly limit.
alter table credit_request add column frequency text check (frequency in ('once', 'monthly'));
update credit_request set frequency = 'once' where state = 'approved';
alter table credit_request add check ((state = 'approved') = (frequency is not null));

-- Credits that a member gets each month beside the plan's share; they also extend a monthly limit.
alter table membership add column monthly_extra_milli bigint not null default 0 check (monthly_extra_milli >= 0);

-- The account's model for limits answers: monthly limits don't apply.
alter table credit_hold add column is_beyond_limit boolean not null default false;
