import { createHmac } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { Sandbox } from './sandbox.ts';

/** A person with a password. */
export interface Member {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
}

export const robin: Member = {
  firstName: 'Robin',
  lastName: 'Hale',
  email: 'robin.hale@example.com',
  password: 'four green garden chairs',
};

/** Signs a person up and verifies their email address through the API, without using the screens. */
export async function makeMember(sandbox: Sandbox, member: Member = robin): Promise<Member> {
  await post(sandbox, '/api/account/sign-up', member);
  const token = await tokenSentTo(sandbox, member.email);
  await post(sandbox, '/api/account/verify-email', { token });
  return member;
}

async function post(sandbox: Sandbox, path: string, body: object): Promise<void> {
  const response = await fetch(sandbox.app.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status, `${path}: ${await response.text()}`).toBe(204);
}

/** Returns the token in the latest email to an address, which it reads through the API as an admin. */
export async function tokenSentTo(sandbox: Sandbox, email: string): Promise<string> {
  const { headers } = sandbox.people.admin;
  const list = await fetch(`${sandbox.app.url}/api/mails`, { headers });
  const emails = (await list.json()) as { id: number; to: string }[];
  const latestId = emails.find(({ to }) => to === email)?.id ?? 0;
  const response = await fetch(`${sandbox.app.url}/api/mails/${latestId}/show`, {
    method: 'POST',
    headers,
  });
  const token = /#token=([\w.-]+)/.exec(await response.text())?.[1];
  if (token === undefined) throw new Error(`No email with a token was sent to ${email}.`);
  return token;
}

/** Fills in and submits the sign-in page. */
export async function logIn(
  page: Page,
  { email, password }: Pick<Member, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Opens a page, logs a customer in, and waits for the dashboard. */
export async function openLoggedIn(sandbox: Sandbox, member: Member): Promise<Page> {
  const page = await sandbox.openPage();
  await page.goto('/sign-in');
  await logIn(page, member);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  return page;
}

/** Returns the code that an authenticator app shows for a secret, `steps` periods of 30 seconds from now (RFC 6238). */
export function totpCode(secret: string, steps = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  const code = (digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000;
  return String(code).padStart(6, '0');
}

function fromBase32(text: string): Buffer {
  const bits = text
    .replaceAll(/[\s=]/g, '')
    .toUpperCase()
    .split('')
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter))
    .map((value) => value.toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
