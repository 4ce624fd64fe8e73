-- Erasing a mechanic finds the reasons they gave for giving jobs back. Few events are of that kind,
-- so nothing else pays for it. See docs/decisions/0025-whose-words.md.
create index appointment_events_declined on appointment_events (actor_id) where kind = 'declined';
