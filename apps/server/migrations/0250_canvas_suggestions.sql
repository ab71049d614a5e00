-- Models write suggestions into canvases and answer questions about them, priced like other shaping calls. A suggestion goes on without
-- its reader, who stops it from any process.
alter table shaping_call drop constraint shaping_call_kind_check;
alter table shaping_call add constraint shaping_call_kind_check
  check (kind in ('magic-write', 'custom-prompt', 'followups', 'summary', 'canvas-suggestion', 'canvas-question'));
alter table shaping_call add column stop_requested_at timestamptz;
