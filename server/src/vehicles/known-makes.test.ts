import type { KnownMake } from '@curbwrench/contract/vehicles/schemas';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makePerson, makePersonWithoutAccount, makeVehicle } from '@curbwrench/testing/builders';
import { read } from '@curbwrench/testing/requests';
import { startApp } from '@curbwrench/testing/start-app';

test('makes and models are suggested from the 5,000 most recently added vehicles @vehicles.suggestions', async () => {
  const app = await startApp();
  try {
    const advisor = await makePerson(app, 'service_advisor');
    const customerId = await makePersonWithoutAccount(app);
    await makeVehicle(app, customerId, { make: 'Studebaker', model: 'Lark' });
    const readMakes = async () => {
      const makes = await read<KnownMake[]>(app, advisor, '/api/vehicles/makes');
      return makes.map(({ make }) => make);
    };
    const addTeslas = (count: number) =>
      sql`insert into vehicles (customer_id, make, model, year, created_at)
        select ${customerId}, 'Tesla', 'Model 3', 2022, now() from generate_series(1, ${count}::int)
      `.execute(app.store.kysely);
    await addTeslas(4999);
    expect(await readMakes()).toEqual(['Tesla', 'Studebaker']);
    await addTeslas(1);
    expect(await readMakes()).toEqual(['Tesla']);
  } finally {
    await app.stop();
  }
});
