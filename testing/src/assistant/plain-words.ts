/**
 * Words of which an answer is made, beside those of the records and of the help texts. Nobody's
 * name is among them, nothing that could be sold, and nothing that could be pressed. Weekdays are
 * held against their dates and areas instead.
 */
export const plainWords: ReadonlySet<string> = new Set(
  `a about additional administrators apply after again ahead all am an any anybody anything appointment appointments are aside
   assistant at be back because been before beside besides booked business but by came can car cancelled charged
   closed comes completed cost costs could day days did direct do done due each earliest else ever failed
   figures first for free from gave got given had has have haven he hello here hours how i in includes instead is
   it its jobs know left least less lies like made many may member members minutes month more most
   my myself next no nobody newest none not nothing now number of off offer office on once one ones only open or
   other others our out own owe paid parts paused per pay payment payments plan plans plate please price prices
   quarter read records refunded refunds renew renewed renews rescheduled revenue say see served service
   services she since so some spent still start starts such sum take takes tell than that the their them then
   there these they things this those time times to today total until up upcoming us use uses vehicle vehicles
   visit visits was way we week were what when where which who whole whose will with without year yes yet
   you your yourself
   sunday monday tuesday wednesday thursday friday saturday`
    .trim()
    .split(/\s+/),
);
