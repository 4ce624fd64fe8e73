-- The cleanup deletes the links of appointments that were over 90 days ago. That a link no longer works is not a change
-- that the audit trail needs; ending and renewing it still is.

select audit_table('appointment_links', 'appointment', 'appointment_id', 'person_id', action => 'changed',
  events => 'update');
