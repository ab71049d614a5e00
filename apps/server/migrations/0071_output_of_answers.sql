-- The latest answers of a model, from which the cost of the next one is estimated.
create index turn_output on turn (account_id, model_id, style, ended_at desc) where state = 'answered' and usage is not null;
