-- The history of a start calls the arrival that was promised, and the source of its time, what they are.

update appointment_events
set detail = detail - 'promisedAt' - 'promisedBy'
  || jsonb_build_object('promisedArrival', detail -> 'promisedAt', 'arrivalSource', detail -> 'promisedBy')
where kind = 'started' and detail ?& array['promisedAt', 'promisedBy'];
