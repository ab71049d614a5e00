-- Requests for codes are counted over a day, by address and by network. An empty browser_hash in identity_code is that of a long
-- code, which works in every browser that asked for one.
create index identity_code_sent_network on identity_code_sent (network_hash, sent_at);
