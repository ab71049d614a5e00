-- Entries of the last minutes are summed for metrics. The ledger only grows at its end, so a block range index is small and exact enough.
create index credit_entry_created on credit_entry using brin (created_at) with (pages_per_range = 32);
