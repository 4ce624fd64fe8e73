/** A service that the demo business offers. Prices are in dollars with two decimals, durations in minutes. */
export interface OfferedService {
  readonly name: string;
  readonly description: string;
  readonly price: string;
  readonly duration: number;
  readonly laborHours: string | null;
  /** The skill that a mechanic needs for the service; null if none. */
  readonly skill: string | null;
  /** How often the service is booked, relative to other services. */
  readonly demand: number;
}

/** The demo business's services. */
export const serviceCatalog: readonly OfferedService[] = [
  {
    name: 'Oil & Filter Change',
    description:
      'Full synthetic oil and a new filter, fluids topped off, and belts and hoses checked while the hood is open.',
    price: '89.00',
    duration: 45,
    laborHours: '0.50',
    skill: null,
    demand: 9,
  },
  {
    name: 'Brake Pad Replacement',
    description:
      'New ceramic pads on one axle, rotors measured, calipers cleaned and greased, and a road test.',
    price: '249.00',
    duration: 120,
    laborHours: '1.80',
    skill: 'brakes',
    demand: 6,
  },
  {
    name: 'Battery Replacement',
    description:
      'Battery and charging system tested, new battery installed and registered, old battery taken for recycling.',
    price: '229.50',
    duration: 45,
    laborHours: '0.50',
    skill: null,
    demand: 6,
  },
  {
    name: 'Check Engine Diagnostics',
    description:
      "Codes read and followed up with live data and hands-on tests, until we can tell you what's wrong and what the fix will cost.",
    price: '129.00',
    duration: 60,
    laborHours: '1.00',
    skill: 'diagnostics',
    demand: 6,
  },
  {
    name: 'Tire Rotation & Balance',
    description:
      'Four wheels rotated and balanced, tire pressure set, tread depth measured and recorded for you.',
    price: '79.00',
    duration: 60,
    laborHours: null,
    skill: 'tires',
    demand: 5,
  },
  {
    name: 'Flat Tire Repair',
    description:
      "Puncture plugged and patched from the inside, or your spare mounted if the tire can't be repaired.",
    price: '45.00',
    duration: 30,
    laborHours: null,
    skill: null,
    demand: 5,
  },
  {
    name: 'Alternator Replacement',
    description:
      'Charging system tested, alternator and drive belt replaced, output checked under load.',
    price: '489.00',
    duration: 150,
    laborHours: '2.30',
    skill: 'electrical',
    demand: 2,
  },
  {
    name: 'A/C Recharge',
    description:
      'Leak check, system evacuated and recharged to the manufacturer’s specification, vent temperature measured before and after.',
    price: '199.00',
    duration: 90,
    laborHours: '1.20',
    skill: 'air conditioning',
    demand: 3,
  },
  {
    name: 'Spark Plug Replacement',
    description:
      'New iridium plugs, coils and boots inspected, the old plugs read and shown to you.',
    price: '179.00',
    duration: 90,
    laborHours: '1.30',
    skill: null,
    demand: 3,
  },
  {
    name: 'Pre-Purchase Inspection',
    description:
      '150 points checked before you buy: body, engine, electronics and a road test, with photos and a clear verdict.',
    price: '159.00',
    duration: 90,
    laborHours: null,
    skill: 'diagnostics',
    demand: 3,
  },
  {
    name: 'Headlight & Wiring Repair',
    description: 'Dead lights traced to the bulb, ballast, ground or harness, and repaired.',
    price: '119.00',
    duration: 60,
    laborHours: '0.80',
    skill: 'electrical',
    demand: 3,
  },
  {
    name: 'Timing Belt & Water Pump',
    description:
      'Belt, tensioner, idlers and water pump replaced as a set, coolant replaced, timing verified by hand.',
    price: '899.00',
    duration: 240,
    laborHours: '4.50',
    skill: null,
    demand: 1,
  },
];
