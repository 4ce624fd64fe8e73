import { expect, type Locator, type Page } from '@playwright/test';

/** The values of the booking form. */
interface Booking {
  /** The name of a vehicle; without it, no vehicle is selected. */
  readonly vehicle?: string;
  /** The name of a service. */
  readonly service: string;
  /** The name of a day in the calendar, such as 'Wednesday, March 4th, 2026'. */
  readonly day: string | RegExp;
  /** The name of a time's radio button, such as '10:00 AM'. */
  readonly time: string;
  readonly address: string;
  readonly notes?: string;
}

/** The page with the booking form. */
export class BookingPage {
  readonly page: Page;
  /** The group of the customer's vehicles. */
  readonly vehicle: Locator;
  readonly addVehicleButton: Locator;
  /** The group of all services. */
  readonly service: Locator;
  readonly address: Locator;
  readonly notes: Locator;
  readonly submit: Locator;

  constructor(page: Page) {
    this.page = page;
    this.vehicle = page.getByLabel('Vehicle', { exact: true });
    this.addVehicleButton = this.vehicle.getByRole('button', {
      name: /^Add (New|Your First) Vehicle$/,
    });
    this.service = page.getByLabel('Service Type');
    this.address = page.getByLabel('Service Location');
    this.notes = page.getByLabel('Additional Notes');
    this.submit = page.getByRole('button', { name: 'Book Appointment' });
  }

  async open(): Promise<void> {
    await this.page.goto('/book-service');
    await expect(this.service).toBeVisible();
  }

  day(name: string | RegExp): Locator {
    return this.page.getByRole('group', { name: 'Date' }).getByRole('button', { name });
  }

  /** Finds a time's radio button. The name of an unavailable time contains the reason. */
  time(name: string): Locator {
    return this.page.getByRole('group', { name: 'Preferred Time' }).getByRole('radio', { name });
  }

  /** Finds a vehicle's radio button by its name, such as '2019 Honda Civic'. */
  vehicleCard(name: string): Locator {
    return this.vehicle.getByRole('radio', { name });
  }

  /** Finds a service's checkbox by its name. */
  serviceRow(name: string): Locator {
    return this.service.getByRole('checkbox', { name });
  }

  async fill({ vehicle, service, day, time, address, notes }: Booking): Promise<void> {
    // If several vehicles have this name, the first is selected.
    if (vehicle !== undefined) await this.vehicleCard(vehicle).first().check();
    await this.serviceRow(service).check();
    await this.day(day).click();
    await this.time(time).check();
    await this.address.fill(address);
    if (notes !== undefined) await this.notes.fill(notes);
  }

  /** Adds a vehicle in the dialog, which then selects it. */
  async addVehicle({ year, make, model }: { year: string; make: string; model: string }) {
    await this.addVehicleButton.click();
    const dialog = this.page.getByRole('dialog', { name: 'Add New Vehicle' });
    await dialog.getByLabel('Year').fill(year);
    await dialog.getByLabel('Make').fill(make);
    await dialog.getByLabel('Model').fill(model);
    await dialog.getByRole('button', { name: 'Add Vehicle' }).click();
    await expect(dialog).toBeHidden();
  }
}

/** Finds a toast with this text, even while an open dialog hides the rest of the page. */
export function toast(page: Page, text: string): Locator {
  return page
    .getByRole('region', { name: /Notifications/, includeHidden: true })
    .getByText(text, { exact: true });
}

/** Expects a toast with this title and text. */
export async function expectToast(page: Page, title: string, text: string): Promise<void> {
  await expect(toast(page, title)).toBeVisible();
  await expect(toast(page, text)).toBeVisible();
}

/** Finds a toast with this text that is styled as a failure. */
export function failureToast(page: Page, text: string): Locator {
  return page
    .getByRole('region', { name: /Notifications/, includeHidden: true })
    .locator('li')
    .filter({ has: page.locator('.text-alert') })
    .getByText(text, { exact: true });
}

/** Fills in the vehicle and contact details of a visitor, who books without an account. */
export async function fillVisitor(page: Page): Promise<void> {
  const fields = {
    Year: '2018',
    Make: 'Honda',
    Model: 'Civic',
    'First name': 'Ada',
    'Last name': 'Moss',
    Email: 'ada.moss@example.com',
    Phone: '4155550142',
  };
  for (const [label, value] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
}
