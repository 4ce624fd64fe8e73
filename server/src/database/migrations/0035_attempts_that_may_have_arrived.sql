-- When the last attempt began that may have reached the recipient, or that only stored the message; null if there was
-- none, or if the provider certainly refused each one. What may have arrived counts when it is decided whether a person
-- knows something already. Until now an attempt that was refused counted too, so that they were told again.
alter table outbound_messages add column may_have_arrived_at timestamptz;

-- Nothing more is known about the outcome of earlier attempts.
update outbound_messages set may_have_arrived_at = coalesce(sent_at, least(next_attempt_at, now()))
where text is not null or state in ('sent', 'delivered', 'stored', 'unknown');
